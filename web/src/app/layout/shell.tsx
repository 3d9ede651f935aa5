import { CachedHtml } from '@sokuwa/ui/cached-html.tsx';
import { SkipLink } from '@sokuwa/ui/skip-link.tsx';
import { ToastHost } from '@sokuwa/ui/toast-host.tsx';
import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AddedDialogHost, CardAddButton, CartDrawerHost } from '../../cart/index.ts';
import { type ProductActions, ProductActionsContext } from '../../catalog/index.ts';
import { useFollowCountry } from '../../geo/index.ts';
import { HeartButton, useFollowSavedTargets } from '../../saved/index.ts';
import { Header } from './header.tsx';
import { LateFooter } from './late-footer.ts';
import { LateHost } from './late-host.tsx';
import { ShortFooter, ShortHeader } from './short-layout.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { useFullLayout } from './use-full-layout.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Set on pages with a short header and a one-line footer. */
    shortLayout?: 'checkout' | 'login';
  }
}

const PRODUCT_ACTIONS: ProductActions = { AddToCartButton: CardAddButton, SaveButton: HeartButton };

/** Header, footer and dialogs around every page. */
export function Shell({ children }: { children: ReactNode }) {
  useFollowCountry();
  useFullLayout();
  useFollowSavedTargets();
  const main = useFocusOnNewPage();
  const shortLayout = useMatches({ select: (matches) => matches.at(-1)?.staticData.shortLayout });
  return (
    <ProductActionsContext value={PRODUCT_ACTIONS}>
      <SkipLink>Skip to main content</SkipLink>
      <LateHost />
      {shortLayout ? <ShortHeader page={shortLayout} /> : <Header />}
      {/* Receives the focus after a navigation and from the skip link, without a focus ring around the whole page. */}
      <main ref={main} id="main" tabIndex={-1} className="min-h-[60vh] outline-hidden!">
        {children}
      </main>
      {shortLayout ? (
        <ShortFooter />
      ) : (
        // The footer shows the year.
        <CachedHtml as="div" name="footer" dependsOn={[new Date().getUTCFullYear()]}>
          {() => <LateFooter />}
        </CachedHtml>
      )}
      <ToastHost />
      <AddedDialogHost />
      <CartDrawerHost />
    </ProductActionsContext>
  );
}
