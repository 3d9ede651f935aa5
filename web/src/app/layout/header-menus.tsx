import { MenuPanel } from '@sokuwa/ui/menu-panel.tsx';
import { useAccount } from '../../account/index.ts';
import { AccountEntries } from './account-entries.tsx';
import { MenuEntries } from './menu-entries.tsx';
import { HELP_ENTRIES } from './shop-pages.ts';

type MenuProps = {
  /** Something was chosen: the menu should close. */
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

/** The name of the Account button for whoever is signed in. */
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
