import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { tinykeys } from 'tinykeys';
import type { Workplace } from '../lib/session.ts';
import { iconButtonClass } from '../ui/button.tsx';
import type { SearchPlace } from './search-dialog.tsx';

const SearchDialog = lazyWithRetry(async () => (await import('./search-dialog.tsx')).SearchDialog);

/** The button of the header that opens the search across everything, which Ctrl K (on a Mac, Command K) opens too. */
export function SearchButton({ workplace, places }: { workplace: Workplace; places: readonly SearchPlace[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      tinykeys(window, {
        '$mod+k': (event) => {
          event.preventDefault();
          // What is open has to be answered first.
          if (!document.querySelector('[role=dialog], [role=alertdialog], dialog[open]')) setOpen(true);
        },
      }),
    [],
  );
  const noun = workplace.of === 'merchant' ? 'orders, products, messages' : 'orders, people, merchants';
  const open = () => setOpen(true);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        onPointerEnter={SearchDialog.preload}
        className="flex h-(--ctl) w-full max-w-104 items-center gap-2 rounded-sm border border-line bg-ground px-3 text-left text-muted hover:border-control max-lg:hidden"
      >
        <Search className="size-4.5" />
        <span className="min-w-0 flex-1 truncate">Search {noun}</span>
        <kbd className="rounded-xs border border-line-strong bg-surface px-1.5 font-medium font-sans text-2xs">
          Ctrl K
        </kbd>
      </button>
      <button
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        onClick={open}
        className={`${iconButtonClass()} text-inherit! lg:hidden`}
      >
        <Search />
      </button>
      {isOpen && <SearchDialog workplace={workplace} places={places} onClose={() => setOpen(false)} />}
    </>
  );
}
