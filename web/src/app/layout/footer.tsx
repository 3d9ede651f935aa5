import { brand } from '@sokuwa/contract/brand.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { PatternStrip } from '@sokuwa/ui/dividers.tsx';
import { Logo } from '@sokuwa/ui/logo.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { PaymentMarks } from '@sokuwa/ui/payment-mark.tsx';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { CategoriesError, useCategories } from '../../catalog/index.ts';
import { DataSaverSwitch } from '../../data-saver/index.ts';
import { comingSoon } from '../../lib/coming-soon.ts';
import { categoryLink } from '../../lib/links.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { SellerLink } from '../../lib/seller-link.tsx';
import { SocialLinks } from '../../lib/social-links.tsx';

const rowClass =
  'flex min-h-11 w-fit items-center rounded-xs text-left text-on-brand-muted no-underline hover:text-on-brand hover:underline lg:min-h-9';

/** The footer of every page. */
export function Footer() {
  return (
    <footer
      data-background="brand"
      className="deferred-layout bg-brand text-on-brand-muted [contain-intrinsic-block-size:auto_54rem] md:[contain-intrinsic-block-size:auto_64rem] lg:[contain-intrinsic-block-size:auto_30rem]"
    >
      <PatternStrip />
      <div className={pageClass}>
        <div className="grid gap-x-6 pt-8 pb-6 md:grid-cols-2 md:gap-y-10 md:pt-10 md:pb-12 lg:grid-cols-[minmax(0,20rem)_1fr_1fr_minmax(0,22rem)] lg:pt-14 xl:gap-x-12">
          <div className="max-md:mb-5 md:col-span-2 lg:col-span-1">
            <Logo name={brand.name} background="brand" />
            <p className="mt-4 md:mt-5">{brand.tagline}</p>
            <address className="mt-3 not-italic md:mt-5">
              {brand.postalAddress}
              <br />
              <a
                href={`mailto:${brand.email}`}
                className="inline-flex min-h-11 items-center text-on-brand underline underline-offset-4 hover:decoration-2 lg:min-h-9"
              >
                {brand.email}
              </a>
            </address>
            <SocialLinks
              networks={['facebook', 'x', 'linkedin', 'whatsapp', 'instagram', 'youtube']}
              className="mt-3 -ml-3 flex flex-wrap"
            />
          </div>
          <ShopLinks />
          <CategoryLinks />
          <div className="max-md:border-on-brand/20 max-md:border-t max-md:pt-5 md:col-span-2 lg:col-span-1">
            <Newsletter />
            <Heading className="mt-6">Sell on {brand.name}</Heading>
            <SellerLink className={`${buttonClass({ variant: 'brand', size: 'sm' })} mt-3`}>
              START SELLING
              <ArrowUpRight className="size-5" />
            </SellerLink>
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-on-brand/20 border-t py-5">
          {/* The cached page may be from last year. */}
          <p suppressHydrationWarning className="text-sm">
            © {new Date().getUTCFullYear()} {brand.name}. All rights reserved.
          </p>
          <DataSaverSwitch />
          <PaymentMarks />
        </div>
      </div>
    </footer>
  );
}

function Heading({ className = '', children }: { className?: string; children: ReactNode }) {
  return <h2 className={`font-bold font-display text-base text-on-brand ${className}`}>{children}</h2>;
}

/** A column of links. On phones it is folded, so that the footer fits on one screen. */
function LinkColumn({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  return (
    <nav aria-label={label} className="max-md:border-on-brand/20 max-md:border-t">
      <h2 className="font-bold font-display text-base text-on-brand">
        <span className="max-md:hidden max-md:noscript:block">{title}</span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          className="flex min-h-12 w-full items-center justify-between text-left md:hidden noscript:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          {title}
          <ChevronDown className={`size-5 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h2>
      <div id={listId} className={`pb-3 md:pt-2 md:pb-0 ${isOpen ? '' : 'max-md:hidden max-md:noscript:block'}`}>
        {children}
      </div>
    </nav>
  );
}

function ShopLinks() {
  const page = (path: string, label: string) => (
    <li>
      <PageLink path={path} className={rowClass}>
        {label}
      </PageLink>
    </li>
  );
  return (
    <LinkColumn label={brand.name} title={brand.name}>
      <ul>
        {page('/', 'Home')}
        {page('/about', 'About us')}
        {page('/contact', 'Contact')}
        {page('/help', 'Support Center')}
        <li>
          <button type="button" onClick={comingSoon} className={rowClass}>
            Delivery Information
          </button>
        </li>
        {page('/privacypolicy', 'Privacy Policy')}
        {page('/termsandconditions', 'Terms & Conditions')}
      </ul>
    </LinkColumn>
  );
}

function CategoryLinks() {
  const names = useCategories();
  return (
    <LinkColumn label="All categories" title="Categories">
      {names.isError && <CategoriesError query={names} background="brand" silent className="mt-1" />}
      <ul>
        {names.data?.map(({ id, name }) => (
          <li key={id}>
            {/* The router scrolls to the top only for a new page, but this link may lead to the current one. */}
            <Link {...categoryLink(id)} className={rowClass} onClick={() => scrollTo(0, 0)}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </LinkColumn>
  );
}

/** The newsletter form. There is no newsletter yet, so the button only says so (SHELL-51, SHELL-61). */
function Newsletter() {
  const fieldId = useId();
  const noteId = useId();
  return (
    <>
      <Heading>Market news, once a week</Heading>
      <div className="mt-3 flex gap-2.5">
        <label htmlFor={fieldId} className="sr-only">
          Your email
        </label>
        <input
          id={fieldId}
          type="email"
          autoComplete="email"
          placeholder="Enter you email..."
          className="h-12 w-full min-w-0 rounded-sm border border-control bg-surface px-4 text-base text-body"
        />
        <button type="button" aria-describedby={noteId} className={buttonClass({ variant: 'highlight' })}>
          Subscribe
        </button>
      </div>
      <p id={noteId} className="mt-2 text-sm">
        The newsletter has not started; the button has no effect yet.
      </p>
    </>
  );
}
