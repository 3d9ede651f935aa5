import { cx } from '@sokuwa/ui/cx.ts';
import { Dropdown } from '@sokuwa/ui/dropdown.tsx';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown, Ellipsis, LogOut, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ROLE_NAMES } from '../../lib/role-names.ts';
import { signOut, useSession, type Workplace } from '../../lib/session.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { iconButtonClass } from '../../ui/button.tsx';
import { Menu, MenuLine, menuItemClass } from '../../ui/menu.tsx';
import { MarketMark, StoreMark } from '../../ui/store-mark.tsx';
import type { Place, PlaceGroup } from './navigation.ts';
import { NetworkStrip } from './network-strip.tsx';
import { Shortcuts } from './shortcuts.tsx';

const MARKET_NAME = 'Sokuwa market';
/** Places in the tab bar of phones; the rest is under "More". */
const TAB_COUNT = 4;

const Sheet = lazyWithRetry(async () => (await import('@sokuwa/ui/sheet.tsx')).Sheet, '', '');

/** How many things wait, by the name of a place. */
export type WaitingCounts = Partial<Record<string, { count: number; tone: 'new' | 'late' | 'quiet' }>>;

/**
 * The frame of the desk: the navigation, and the page. On phones a bar at the top and one at the bottom; from 1024 px a rail, from 1280 px
 * a side bar. A page with `data-full-page` gets the whole area below the header; one with `data-own-foot` replaces the bar at the bottom.
 */
export function Shell({
  workplace,
  groups,
  counts,
  search,
  children,
}: {
  workplace: Workplace;
  groups: readonly PlaceGroup[];
  counts: WaitingCounts;
  /** Opens the search. */
  search: ReactNode;
  children: ReactNode;
}) {
  const isMarket = workplace.of === 'operator';
  return (
    <div
      className={cx(
        'group/shell min-h-dvh lg:grid lg:grid-cols-[var(--side-width)_minmax(0,1fr)]',
        isMarket &&
          'lg:[background:linear-gradient(var(--sk-surface-brand),var(--sk-surface-brand))_0_0/var(--side-width)_100%_no-repeat]',
        !isMarket &&
          'lg:[background:linear-gradient(var(--sk-surface),var(--sk-surface))_0_0/calc(var(--side-width)-1px)_100%_no-repeat]',
      )}
    >
      <SideBar workplace={workplace} groups={groups} counts={counts} isMarket={isMarket} />
      <div className="min-w-0 lg:has-[[data-full-page]]:flex lg:has-[[data-full-page]]:h-dvh lg:has-[[data-full-page]]:flex-col">
        <header
          {...(isMarket && { 'data-background': 'brand' })}
          className={cx(
            'sticky top-0 z-20 flex h-13 items-center gap-1 border-b pr-2 pl-(--gutter) lg:h-14 lg:gap-2 lg:border-line lg:bg-surface lg:px-(--gutter) lg:text-body print:hidden',
            isMarket ? 'border-brand bg-brand text-white' : 'border-line bg-surface',
          )}
        >
          <WorkplaceMenu workplace={workplace} className="min-w-0 flex-1 lg:hidden" />
          <div className="contents lg:flex lg:flex-1">{search}</div>
          <AccountMenu isMarket={isMarket} />
        </header>
        <NetworkStrip />
        <main
          id="main"
          className="max-w-300 px-(--gutter) pt-4 pb-28 has-[[data-full-page]]:max-w-none has-[[data-full-page]]:p-0 lg:pt-6 lg:pb-24 lg:has-[[data-full-page]]:min-h-0 lg:has-[[data-full-page]]:flex-1"
        >
          {children}
        </main>
      </div>
      <TabBar groups={groups} counts={counts} />
      <Shortcuts groups={groups} />
    </div>
  );
}

function SideBar({
  workplace,
  groups,
  counts,
  isMarket,
}: {
  workplace: Workplace;
  groups: readonly PlaceGroup[];
  counts: WaitingCounts;
  isMarket: boolean;
}) {
  return (
    <nav
      aria-label="Desk"
      {...(isMarket && { 'data-background': 'brand' })}
      className={cx(
        'sticky top-0 z-30 flex h-dvh flex-col p-2 max-lg:hidden xl:p-3 print:hidden',
        isMarket ? 'bg-brand text-on-brand' : 'border-line border-r bg-surface',
      )}
    >
      {/* Outside of what scrolls, which would clip its panel. */}
      <WorkplaceMenu workplace={workplace} className="mb-3" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {groups.map(({ heading, places }) => (
          <div
            key={heading ?? ''}
            className={heading ? 'max-xl:mt-2 max-xl:border-line max-xl:border-t max-xl:pt-2' : ''}
          >
            {heading && (
              <h2
                className={cx(
                  'plain-heading mx-2.5 mt-4 mb-1 text-2xs max-xl:hidden',
                  isMarket ? 'text-on-brand-muted' : 'text-muted',
                )}
              >
                {heading}
              </h2>
            )}
            <ul className="flex flex-col gap-px">
              {places.map((place) => (
                <li key={place.name}>
                  <PlaceLink place={place} isMarket={isMarket} count={counts[place.name]} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

type Count = WaitingCounts[string];

function PlaceLink({
  place: { name, icon: Icon, link, isExact },
  isMarket,
  count,
}: {
  place: Place;
  isMarket: boolean;
  count: Count;
}) {
  return (
    <Link
      {...link}
      activeOptions={{ exact: isExact ?? false, includeSearch: false }}
      className={cx(
        'relative flex items-center rounded-sm font-medium no-underline xl:h-9 xl:gap-2.5 xl:px-2.5',
        'max-xl:min-h-12 max-xl:flex-col max-xl:justify-center max-xl:gap-0.5 max-xl:px-0.5 max-xl:py-1.5 max-xl:text-center max-xl:text-2xs max-xl:leading-3.5',
        isMarket
          ? 'text-[#e4e6fb] hover:bg-white/8 aria-[current]:bg-white/14 aria-[current]:text-white [&>svg]:text-on-brand-muted aria-[current]:[&>svg]:text-highlight'
          : 'text-secondary hover:bg-row-hover aria-[current]:bg-action-quiet aria-[current]:text-action [&>svg]:text-muted aria-[current]:[&>svg]:text-action',
        'aria-[current]:font-semibold',
      )}
    >
      <Icon className="size-4.5" />
      {name}
      {count && (
        <span className="max-xl:absolute max-xl:top-0.5 max-xl:left-[calc(50%+0.5rem)] xl:ml-auto">
          <Waiting count={count} />
        </span>
      )}
    </Link>
  );
}

function Waiting({ count: { count, tone } }: { count: NonNullable<Count> }) {
  if (count === 0) return null;
  return (
    <>
      <CountBadge count={count} tone={tone} />
      <span className="sr-only"> waiting</span>
    </>
  );
}

/** The bar at the bottom of phones. */
function TabBar({ groups, counts }: { groups: readonly PlaceGroup[]; counts: WaitingCounts }) {
  const [isOpen, setOpen] = useState(false);
  const places = groups.flatMap((group) => group.places);
  const tabs = places.slice(0, TAB_COUNT);
  const more = places.slice(TAB_COUNT);
  const tabClass =
    'relative flex h-14 flex-col items-center justify-center gap-0.5 font-medium text-2xs text-muted no-underline aria-[current]:font-semibold aria-[current]:text-action aria-[current]:before:absolute aria-[current]:before:-top-px aria-[current]:before:inset-x-1/4 aria-[current]:before:h-0.75 aria-[current]:before:rounded-b-xs aria-[current]:before:bg-action [&>svg]:size-4.5';
  return (
    <nav
      aria-label="Desk, short"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] group-has-[[data-own-foot]]/shell:hidden lg:hidden print:hidden"
    >
      {tabs.map(({ name, icon: Icon, link, isExact }) => (
        <Link
          key={name}
          {...link}
          activeOptions={{ exact: isExact ?? false, includeSearch: false }}
          className={tabClass}
        >
          <Icon />
          {name}
          <span className="absolute top-0.5 left-[calc(50%+0.4rem)]">
            {counts[name] && <Waiting count={counts[name]} />}
          </span>
        </Link>
      ))}
      <button type="button" className={tabClass} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis />
        More
      </button>
      {isOpen && (
        <Sheet open onOpenChange={setOpen} title="More">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only handles presses of the links in it */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's key press is a click */}
          <div onClick={() => setOpen(false)}>
            {more.map(({ name, icon: Icon, link }) => (
              <Link key={name} {...link} className={menuItemClass}>
                <Icon />
                {name}
                {counts[name] && <Waiting count={counts[name]} />}
              </Link>
            ))}
            {more.length > 0 && <MenuLine />}
            <AccountItems close={() => setOpen(false)} />
          </div>
        </Sheet>
      )}
    </nav>
  );
}

/** Where somebody works, and where else they could. */
function WorkplaceMenu({ workplace, className }: { workplace: Workplace; className: string }) {
  const { memberships } = useSession();
  const isMarket = workplace.of === 'operator';
  const name = isMarket ? MARKET_NAME : workplace.name;
  return (
    <Dropdown
      className={className}
      triggerClassName={cx(
        'flex w-full min-w-0 items-center gap-2.5 rounded-sm p-1.5 text-left max-lg:h-11 max-lg:px-0 lg:max-xl:justify-center',
        isMarket ? 'hover:bg-white/8' : 'hover:bg-row-hover',
      )}
      trigger={
        <>
          {isMarket ? <MarketMark isOnBrand className="size-7 xl:size-9" /> : <StoreMark name={name} />}
          <span className="min-w-0 flex-1 lg:max-xl:sr-only">
            <b className="block truncate font-semibold text-xs leading-4.5 max-lg:text-sm">{name}</b>
            <small
              className={cx('block truncate text-2xs max-lg:hidden', isMarket ? 'text-on-brand-muted' : 'text-muted')}
            >
              {ROLE_NAMES[workplace.role]}
            </small>
          </span>
          <ChevronsUpDown className="size-4 lg:max-xl:hidden" />
        </>
      }
      panelClassName="w-72"
    >
      {(close) => (
        <Menu>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only handles presses of the links in it */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's key press is a click */}
          <div onClick={close}>
            {memberships.map((place) => {
              const isCurrent =
                place.of === workplace.of &&
                (place.of !== 'merchant' || workplace.of !== 'merchant' || place.merchant_id === workplace.merchant_id);
              const content = (
                <>
                  {place.of === 'operator' ? (
                    <MarketMark className="size-9" />
                  ) : (
                    <StoreMark name={place.name} size="md" />
                  )}
                  <span className="min-w-0 flex-1">
                    {place.of === 'operator' ? MARKET_NAME : place.name}
                    <span className="block font-normal text-muted text-xs">{ROLE_NAMES[place.role]}</span>
                  </span>
                  {isCurrent && <Check />}
                </>
              );
              return place.of === 'operator' ? (
                <Link
                  key="market"
                  to="/market"
                  className={cx(menuItemClass, 'py-1.5')}
                  aria-current={isCurrent || undefined}
                >
                  {content}
                </Link>
              ) : (
                <Link
                  key={place.merchant_id}
                  to="/store/$storeId"
                  params={{ storeId: String(place.merchant_id) }}
                  className={cx(menuItemClass, 'py-1.5')}
                  aria-current={isCurrent || undefined}
                >
                  {content}
                </Link>
              );
            })}
          </div>
        </Menu>
      )}
    </Dropdown>
  );
}

function AccountMenu({ isMarket }: { isMarket: boolean }) {
  const { first_name, last_name } = useSession();
  const name = `${first_name} ${last_name}`;
  return (
    <Dropdown
      align="end"
      className="max-lg:hidden"
      triggerClassName={cx(iconButtonClass(), isMarket && 'lg:text-heading')}
      trigger={
        <>
          <span className="sr-only">Account: {name}</span>
          <StoreMark name={name} />
        </>
      }
    >
      {(close) => (
        <Menu>
          <p className="px-2.5 py-2 font-semibold">{name}</p>
          <MenuLine />
          <AccountItems close={close} />
        </Menu>
      )}
    </Dropdown>
  );
}

function AccountItems({ close }: { close: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    close();
    await signOut(queryClient);
    await navigate({ to: '/sign-in' });
  };
  return (
    <>
      <Link to="/account" className={menuItemClass} onClick={close}>
        <UserRound />
        Sign-in and security
      </Link>
      <button type="button" className={menuItemClass} onClick={leave}>
        <LogOut />
        Sign out
      </button>
    </>
  );
}
