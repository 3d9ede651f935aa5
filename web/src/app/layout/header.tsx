import { brand } from '@sokuwa/contract/brand.ts';
import { CachedHtml } from '@sokuwa/ui/cached-html.tsx';
import { Dropdown } from '@sokuwa/ui/dropdown.tsx';
import { iconButtonClass } from '@sokuwa/ui/icon-button.tsx';
import { lazyWithRetry, MENU_PLACEHOLDER } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Logo } from '@sokuwa/ui/logo.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { getRouteApi, Link, useRouterState } from '@tanstack/react-router';
import { ArrowUpRight, ChevronDown, CircleQuestionMark, User } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { BackLink } from '../../lib/back-link.tsx';
import { SellerLink } from '../../lib/seller-link.tsx';
import { useToken } from '../../lib/token-store.ts';
import { LazyUnreadBadge } from '../../messages/index.ts';
import { CartButton } from './cart-button.tsx';
import { CategoryRow, useCurrentCategory } from './category-row.tsx';
import { MobileMenuButton } from './mobile-menu-button.tsx';
import { SearchForm, useSearchTerm } from './search-form.tsx';
import { TopBar } from './top-bar.tsx';

const root = getRouteApi('__root__');

const loadMenus = () => import('./header-menus.tsx');
const HelpMenu = lazyWithRetry(async () => (await loadMenus()).HelpMenu, MENU_PLACEHOLDER);
const AccountMenu = lazyWithRetry(async () => (await loadMenus()).AccountMenu, MENU_PLACEHOLDER);
const Greeting = lazyWithRetry(async () => (await loadMenus()).Greeting, 'Account', 'Account');

const itemClass =
  'flex h-11 min-w-11 items-center justify-center gap-2 rounded-sm px-2 font-medium text-heading no-underline hover:bg-quiet xl:px-3';

/** The header of every page. The rows with search and cart are sticky; on phones only if the screen is high enough. */
export function Header() {
  const { country, flagSources } = root.useLoaderData();
  const term = useSearchTerm();
  const category = useCurrentCategory();
  return (
    // `contents`, because a sticky row cannot leave its parent's box.
    <CachedHtml as="header" name="header" dependsOn={[country, flagSources, term, category]} className="contents">
      {() => <HeaderRows />}
    </CachedHtml>
  );
}

function HeaderRows() {
  return (
    <>
      <TopBar />
      <div className="top-0 z-20 bg-canvas lg:sticky [@media(min-height:37.5rem)]:sticky">
        <div
          className={`${pageClass} flex flex-wrap items-center gap-x-1 gap-y-2 py-2.5 max-lg:border-line max-lg:border-b lg:h-19 lg:gap-x-2`}
        >
          <AppBackLink />
          <MobileMenuButton />
          <Link
            to="/"
            aria-label={`${brand.name}, home`}
            className="flex min-h-11 items-center rounded-sm no-underline lg:mr-7"
          >
            <Logo name={brand.name} />
          </Link>
          <SearchForm className="order-last w-full lg:order-none lg:mr-auto lg:w-auto lg:max-w-136 lg:flex-1" />
          <SellerLink className={`${itemClass} max-lg:hidden`}>
            Start Selling
            <ArrowUpRight className="size-5" />
          </SellerLink>
          <Dropdown
            className="max-lg:hidden"
            align="end"
            trigger={
              <>
                <CircleQuestionMark className="size-5" />
                Help
                <ChevronDown className="size-4" />
              </>
            }
            triggerClassName={itemClass}
            onIntent={HelpMenu.preload}
          >
            {(close) => <HelpMenu onChoose={close} />}
          </Dropdown>
          <AccountDropdown />
          <CartButton />
        </div>
      </div>
      <CategoryRow />
    </>
  );
}

/** An installed app has no browser back button, so product pages show one. Lists have their own. */
function AppBackLink() {
  const isDetail = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId === '/product/details/$id' });
  const isInstalled = useSyncExternalStore(subscribeToNothing, isStandalone, () => false);
  return isDetail && isInstalled && <BackLink className={`${iconButtonClass('plain')} -ml-2.5`} />;
}

const subscribeToNothing = () => () => {};
const isStandalone = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** The Account menu. On wide screens its button greets a signed-in user. */
function AccountDropdown() {
  const signedIn = useToken() !== null;
  return (
    <Dropdown
      className="max-lg:ml-auto"
      align="end"
      trigger={
        <>
          <User className="size-6 lg:size-5" />
          <span className="max-w-32 truncate max-lg:sr-only">{signedIn ? <Greeting /> : 'Account'}</span>
          {signedIn && (
            // On the corner of the icon; on wide screens the corner of the button has the arrow.
            <span className="max-lg:contents lg:absolute lg:inset-y-0 lg:left-0 lg:w-8.5 xl:w-9.5">
              <LazyUnreadBadge />
            </span>
          )}
          <ChevronDown className="size-4 max-lg:hidden" />
        </>
      }
      triggerClassName={`${itemClass} relative`}
      onIntent={AccountMenu.preload}
    >
      {(close) => <AccountMenu onChoose={close} />}
    </Dropdown>
  );
}
