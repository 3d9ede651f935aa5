import { menuItemClass } from '@sokuwa/ui/menu-panel.tsx';
import { useLocation } from '@tanstack/react-router';
import { useAccount } from '../../account/index.ts';
import { returnSearch } from '../../lib/login-redirect.ts';
import { UnreadEntry } from '../../messages/index.ts';
import { MenuEntries } from './menu-entries.tsx';
import { ACCOUNT_ENTRIES, GUEST_ENTRIES } from './shop-pages.ts';

/** The entries of the Account menu, for guests or for a signed-in user. */
export function AccountEntries({ onChoose }: { onChoose: () => void }) {
  const { signedIn, firstName, signOut } = useAccount();
  const currentUrl = useLocation({ select: ({ href }) => href });
  if (!signedIn) return <MenuEntries entries={GUEST_ENTRIES} search={returnSearch(currentUrl)} onChoose={onChoose} />;
  return (
    <>
      {firstName && <p className="wrap-anywhere px-3 py-2 font-semibold text-heading">Hi, {firstName}</p>}
      <MenuEntries entries={ACCOUNT_ENTRIES} onChoose={onChoose}>
        <UnreadEntry onChoose={onChoose} />
        <li>
          <button
            type="button"
            className={menuItemClass}
            onClick={() => {
              onChoose();
              signOut();
            }}
          >
            Logout
          </button>
        </li>
      </MenuEntries>
    </>
  );
}
