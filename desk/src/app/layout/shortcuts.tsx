import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { tinykeys } from 'tinykeys';
import { areShortcutsOn } from '../../lib/shortcut-setting.ts';
import type { PlaceGroup } from './navigation.ts';

const ShortcutsDialog = lazyWithRetry(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog, '', '');

/** Somebody is typing, or a dialog or menu is open, whose keys are its own. */
const isBusy = ({ target }: KeyboardEvent): boolean =>
  (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** Moves the focus to another row of the list. @param step 1 for the next, -1 for the one before */
const moveInList = (step: 1 | -1): void => {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')];
  const current = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement));
  const next = links[current === -1 ? (step === 1 ? 0 : links.length - 1) : current + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
};

const pressIn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

/** The keyboard shortcuts of the desk: single keys, and G followed by the key of a place. "?" lists them. */
export function Shortcuts({ groups }: { groups: readonly PlaceGroup[] }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const whenFree = (act: () => void) => (event: KeyboardEvent) => {
      if (!areShortcutsOn.get() || isBusy(event)) return;
      event.preventDefault();
      act();
    };
    const places = groups.flatMap((group) => group.places);
    return tinykeys(window, {
      'Shift+?': whenFree(() => setOpen(true)),
      '/': whenFree(() => document.querySelector<HTMLElement>('[data-list-search]')?.focus()),
      j: whenFree(() => moveInList(1)),
      k: whenFree(() => moveInList(-1)),
      x: whenFree(() => document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[type=checkbox]')?.click()),
      s: whenFree(() => pressIn('[data-shortcut=s]')),
      p: whenFree(() => pressIn('[data-shortcut=p]')),
      ...Object.fromEntries(
        places.flatMap(({ shortcut, link }) =>
          shortcut === undefined ? [] : [[`g ${shortcut}`, whenFree(() => void navigate(link))]],
        ),
      ),
    });
  }, [groups, navigate]);

  return isOpen && <ShortcutsDialog groups={groups} onClose={() => setOpen(false)} />;
}
