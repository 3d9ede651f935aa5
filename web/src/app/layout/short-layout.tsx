import { brand } from '@sokuwa/contract/brand.ts';
import { Logo } from '@sokuwa/ui/logo.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Link } from '@tanstack/react-router';
import { CircleQuestionMark, Lock } from 'lucide-react';
import { PageLink } from '../../lib/page-link.tsx';

const linkClass =
  'inline-flex min-h-11 items-center gap-2 text-secondary no-underline hover:text-heading hover:underline';

/** The short header of checkout and login: the logo, and on the checkout a link to help (CHECKOUT-56, ACCOUNT-144). */
export function ShortHeader({ page }: { page: 'checkout' | 'login' }) {
  return (
    <header className={page === 'checkout' ? 'border-line border-b' : undefined}>
      <div className={`${pageClass} flex h-16 items-center gap-4 text-sm lg:h-19`}>
        <Link
          to="/"
          aria-label={`${brand.name}, home`}
          className="mr-auto flex min-h-11 items-center rounded-sm no-underline"
        >
          <Logo name={brand.name} />
        </Link>
        {page === 'checkout' && (
          <>
            <p className="flex items-center gap-2 text-secondary">
              <Lock className="size-5" />
              <span className="max-sm:sr-only">Secure checkout</span>
            </p>
            <PageLink path="/help" className={`${linkClass} font-semibold text-heading!`}>
              <CircleQuestionMark className="size-5" />
              Help
            </PageLink>
          </>
        )}
      </div>
    </header>
  );
}

/** The one-line footer of checkout and login. */
export function ShortFooter() {
  return (
    <footer className="border-line border-t">
      <div className={`${pageClass} flex min-h-14 flex-wrap items-center gap-x-4 text-secondary text-sm md:gap-x-6`}>
        {/* A page that was cached last year shows another year. */}
        <p suppressHydrationWarning className="mr-auto">
          © {new Date().getUTCFullYear()} {brand.name}
        </p>
        <PageLink path="/privacypolicy" className={linkClass}>
          Privacy Policy
        </PageLink>
        <PageLink path="/termsandconditions" className={linkClass}>
          Terms & Conditions
        </PageLink>
      </div>
    </footer>
  );
}
