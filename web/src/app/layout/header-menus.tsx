import { MenuPanel } from '@sokuwa/ui/menu-panel.tsx';
import { useAccount } from '../../account/index.ts';
import { AccountEntries } from './account-entries.tsx';
import { MenuEntries } from './menu-entries.tsx';
import { HELP_ENTRIES } from './shop-pages.ts';

type MenuProps = {
  /** Called when an entry was chosen, to close the menu. */
  onChoose: () => void;
};

export function HelpMenu({ onChoose }: MenuProps) {
  return (
    <MenuPanel>
      <MenuEntries entries={HELP_ENTRIES} onChoose={onChoose} />
    </MenuPanel>
  );
}

export function AccountMenu({ onChoose }: MenuProps) {
  return (
    <MenuPanel>
      <AccountEntries onChoose={onChoose} />
    </MenuPanel>
  );
}

/** The label of the Account button for a signed-in user. */
export function Greeting() {
  const { firstName } = useAccount();
  if (!firstName) return 'Account';
  return (
    <>
      <span className="sr-only">Account: </span>
      Hi, {firstName}
    </>
  );
}
