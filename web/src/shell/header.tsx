import { brand } from '@sokuwa/contract/brand.ts';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, ChevronDown, CircleQuestionMark, User } from 'lucide-react';
import { Dropdown } from '../ui/dropdown.tsx';
import { Logo } from '../ui/logo.tsx';
import { MenuPanel, menuItemClass } from '../ui/menu-panel.tsx';
import { CartButton } from './cart-button.tsx';
import { CategoryRow } from './category-row.tsx';
import { ExternalLink } from './external-link.tsx';
import { HelpEntries } from './help-entries.tsx';
import { MobileMenuButton } from './mobile-menu-button.tsx';
import { pageClass } from './page-class.ts';
import { PageLink } from './page-link.tsx';
import { SearchForm } from './search-form.tsx';
import { TopBar } from './top-bar.tsx';

const itemClass =
  'flex h-11 min-w-11 items-center justify-center gap-2 rounded-sm px-2 font-medium text-heading no-underline hover:bg-quiet xl:px-3';

/** The head of every page. Its row with search and cart stays in sight on wide screens. */
export function Header() {
  return (
    // No box of its own, or the row could stick only as long as the header is in sight.
    <header className="contents">
      <TopBar />
      <div className="z-20 bg-canvas lg:sticky lg:top-0">
        <div
          className={`${pageClass} flex flex-wrap items-center gap-x-1 gap-y-2 py-2.5 max-lg:border-line max-lg:border-b lg:h-19 lg:gap-x-2`}
        >
          <MobileMenuButton />
          <Link
            to="/"
            aria-label={`${brand.name}, home`}
            className="flex min-h-11 items-center rounded-sm no-underline lg:mr-7"
          >
            <Logo name={brand.name} />
          </Link>
          <SearchForm className="order-last w-full lg:order-none lg:mr-auto lg:w-auto lg:max-w-136 lg:flex-1" />
          <ExternalLink href={brand.sellerSite} className={`${itemClass} max-lg:hidden`}>
            Start Selling
            <ArrowUpRight className="size-5" />
          </ExternalLink>
          <div className="max-lg:hidden">
            <Dropdown
              button={
                <>
                  <CircleQuestionMark className="size-5" />
                  Help
                  <ChevronDown className="size-4" />
                </>
              }
              buttonClassName={itemClass}
              align="end"
            >
              {(close) => (
                <MenuPanel>
                  <HelpEntries onChoose={close} />
                </MenuPanel>
              )}
            </Dropdown>
          </div>
          <div className="max-lg:ml-auto">
            <Dropdown
              button={
                <>
                  <User className="size-6 lg:size-5" />
                  <span className="max-lg:sr-only">Account</span>
                  <ChevronDown className="size-4 max-lg:hidden" />
                </>
              }
              buttonClassName={itemClass}
              align="end"
            >
              {(close) => (
                <MenuPanel>
                  <ul>
                    <li>
                      <PageLink path="/login" className={menuItemClass} onClick={close}>
                        Sign In
                      </PageLink>
                    </li>
                    <li>
                      <PageLink path="/register" className={menuItemClass} onClick={close}>
                        Sign Up
                      </PageLink>
                    </li>
                  </ul>
                </MenuPanel>
              )}
            </Dropdown>
          </div>
          <CartButton />
        </div>
      </div>
      <CategoryRow />
    </header>
  );
}
