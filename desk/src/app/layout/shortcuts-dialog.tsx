import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import type { ReactNode } from 'react';
import { areShortcutsOn, setShortcuts } from '../../lib/shortcut-setting.ts';
import { Choice } from '../../ui/field.tsx';
import type { PlaceGroup } from './navigation.ts';

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-xs border border-line-strong border-b-2 bg-surface px-1.5 font-medium font-sans text-2xs text-secondary">
      {children}
    </kbd>
  );
}

function Row({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-4 border-line border-t py-2 first:border-t-0">
      <span>{children}</span>
      <span className="flex gap-1">
        {keys.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
      </span>
    </li>
  );
}

/** Lists the keyboard shortcuts, and turns them off. */
export function ShortcutsDialog({ groups, onClose }: { groups: readonly PlaceGroup[]; onClose: () => void }) {
  const isOn = useAtomValue(areShortcutsOn, true);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <ul>
        <Row keys={['Ctrl', 'K']}>Search everything</Row>
        <Row keys={['/']}>Search the list</Row>
        <Row keys={['J']}>Next row</Row>
        <Row keys={['K']}>Row before</Row>
        <Row keys={['X']}>Choose the row</Row>
        <Row keys={['Enter']}>Open the row</Row>
        <Row keys={['S']}>Ship</Row>
        <Row keys={['P']}>Packing slip</Row>
        <Row keys={['?']}>This list</Row>
        {groups
          .flatMap(({ places }) => places)
          .map(
            ({ name, shortcut }) =>
              shortcut && (
                <Row key={name} keys={['G', shortcut.toUpperCase()]}>
                  {name}
                </Row>
              ),
          )}
      </ul>
      <Choice
        label="Use single keys as shortcuts"
        hint="They rest while you type."
        checked={isOn}
        onChange={({ target }) => setShortcuts(target.checked)}
        className="mt-3 border-line border-t"
      />
    </Dialog>
  );
}
