import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { sectionLink } from './links.ts';
import { PageLink } from './page-link.tsx';

const quickClass = `${textLinkClass} inline-flex min-h-11 items-center`;

const PAGES = [
  { path: '/about', label: 'About' },
  { path: '/contact', label: 'Contact' },
  { path: '/faqs', label: 'FAQs' },
  { path: '/termsandconditions', label: 'Terms and Conditions' },
  { path: '/privacypolicy', label: 'Privacy Policy' },
];

/** The 404 page. */
export function NotFoundPage() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const goBack = () => {
    // A visitor who came from another site has no page of the shop to go back to.
    if (canGoBack || history.length > 1) router.history.back();
    else router.navigate({ to: '/' });
  };
  return (
    <div className="bg-[url(/brand/adire-cloth.webp)] bg-indigo-900 bg-top">
      <div className={`${pageClass} py-14 lg:py-26`}>
        <div className="corner-72 max-w-140 rounded-xl bg-surface p-6 sm:p-12">
          <p className="inline-flex h-7.5 items-center rounded-xs bg-highlight px-2.5 font-bold text-on-highlight text-sm">
            404
          </p>
          <h1 className="mt-4 font-display text-3xl text-heading">This stall has moved</h1>
          <p className="mt-3 text-secondary">
            The page you asked for is not here. It may have sold out, or the link may be mistyped.
          </p>
          <div className="mt-5 flex flex-wrap gap-2.5">
            <Link to="/" className={buttonClass()}>
              Return Home
            </Link>
            <Button variant="secondary" onClick={goBack} className="noscript:hidden!">
              Go Back
            </Button>
          </div>
          <DashedLine className="mt-6" />
          <nav aria-label="Quick links" className="mt-4">
            <ul className="flex flex-wrap gap-x-6">
              <li>
                <Link to="/" className={quickClass}>
                  Home
                </Link>
              </li>
              <li>
                <Link {...sectionLink('productList')} className={quickClass}>
                  Browse Products
                </Link>
              </li>
              {PAGES.map(({ path, label }) => (
                <li key={path}>
                  <PageLink path={path} className={quickClass}>
                    {label}
                  </PageLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </div>
  );
}
