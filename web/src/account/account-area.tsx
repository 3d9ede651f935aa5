import { Breadcrumbs } from '@sokuwa/ui/breadcrumbs.tsx';
import { cx } from '@sokuwa/ui/cx.ts';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useApi } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { useSessionToken } from '../lib/session.ts';
import { ACCOUNT_PAGES } from './account-pages.ts';
import { Avatar } from './avatar.tsx';
import { profileQuery } from './profile.query.ts';
import { useAccount } from './use-account.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Breadcrumb of a page below an account page: "Edit Profile". */
    crumb?: string;
  }
}

/** The account area: breadcrumbs, side menu (chips on narrow screens), and the page. */
export function AccountArea({ inboxBadge }: { inboxBadge: ReactNode }) {
  const leaf = useMatches({ select: (matches) => matches.at(-1) });
  const path = leaf?.pathname ?? '';
  const section = ACCOUNT_PAGES.find((page) => path === page.path || path.startsWith(`${page.path}/`));
  const crumb = leaf?.staticData.crumb;
  return (
    <div className={`${pageClass} pt-4 pb-14`}>
      <Breadcrumbs
        links={[
          <Link key="home" to="/">
            Home
          </Link>,
          <span key="account">Account</span>,
          ...(section && crumb
            ? [
                <PageLink key="section" path={section.path}>
                  {section.label}
                </PageLink>,
              ]
            : []),
        ]}
        current={crumb ?? section?.label ?? 'Account'}
      />
      <div className="mt-2 grid grid-cols-1 gap-x-14 print:block gap-y-6 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
        <SideMenu current={section?.path} inboxBadge={inboxBadge} />
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </div>
  );
}

const itemClass = cx(
  'flex items-center gap-3 whitespace-nowrap font-medium text-body no-underline',
  'max-lg:h-11 max-lg:rounded-full max-lg:border max-lg:border-line-strong max-lg:px-4 max-lg:text-sm',
  'max-lg:aria-[current]:border-heading max-lg:aria-[current]:bg-heading max-lg:aria-[current]:text-canvas',
  'lg:min-h-12 lg:rounded-sm lg:px-4 lg:hover:bg-quiet lg:aria-[current]:bg-action-quiet lg:aria-[current]:text-link',
);

function SideMenu({ current, inboxBadge }: { current: string | undefined; inboxBadge: ReactNode }) {
  const { signOut } = useAccount();
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads the chip that `current` marks
  useEffect(() => {
    // Scroll the current chip to the edge of the content without scrolling the page.
    const chip = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !chip) return;
    const gutter = Number.parseFloat(getComputedStyle(list.current).paddingLeft);
    list.current.scrollLeft = chip.offsetLeft - gutter;
  }, [current]);
  return (
    <nav aria-label="Account" className="min-w-0">
      <UserSummary />
      <ul
        ref={list}
        className="-mx-4 relative flex gap-2 overflow-x-auto px-4 py-1 md:-mx-6 md:px-6 lg:mx-0 lg:block lg:space-y-1 lg:overflow-visible lg:p-0"
      >
        {ACCOUNT_PAGES.map(({ label, path, Icon }) => (
          <li key={path}>
            <PageLink path={path} className={itemClass} aria-current={path === current ? 'page' : undefined}>
              <Icon aria-hidden="true" className="size-5" />
              {label}
              {path === '/inbox' && inboxBadge}
            </PageLink>
          </li>
        ))}
      </ul>
      <div className="mt-4 border-line border-t pt-4 max-lg:hidden">
        <button type="button" className={cx(itemClass, 'w-full')} onClick={signOut}>
          <LogOut className="size-5" />
          Logout
        </button>
      </div>
    </nav>
  );
}

/** The user's name and picture above the side menu of wide screens. */
function UserSummary() {
  const api = useApi();
  const { data: profile } = useQuery(profileQuery(api, useSessionToken()));
  if (!profile) return null;
  const { first_name, last_name, email } = profile.user;
  return (
    <div className="mb-4 flex items-center gap-4 border-line border-b pb-5 max-lg:hidden">
      <Avatar user={profile.user} image={profile.image} />
      <p className="min-w-0">
        <span className="line-clamp-2 font-semibold text-heading">
          {first_name} {last_name}
        </span>
        <span className="block truncate text-secondary text-sm">{email}</span>
      </p>
    </div>
  );
}
