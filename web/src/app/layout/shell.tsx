import { SkipLink } from '@sokuwa/ui/skip-link.tsx';
import { ToastHost } from '@sokuwa/ui/toast-host.tsx';
import type { ReactNode } from 'react';
import { AddedDialogHost, CardAddButton, CartDrawerHost } from '../../cart/index.ts';
import { type ProductActions, ProductActionsContext } from '../../catalog/index.ts';
import { useFollowCountry } from '../../geo/index.ts';
import { HeartButton, useFollowSavedTargets } from '../../saved/index.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LateHost } from './late-host.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { useLayOutAll } from './use-lay-out-all.ts';

const PRODUCT_ACTIONS: ProductActions = { AddToCartButton: CardAddButton, SaveButton: HeartButton };

/** Header, footer and dialogs around every page. */
export function Shell({ children }: { children: ReactNode }) {
  useFollowCountry();
  useLayOutAll();
  useFollowSavedTargets();
  const main = useFocusOnNewPage();
  return (
    <ProductActionsContext value={PRODUCT_ACTIONS}>
      <SkipLink>Skip to main content</SkipLink>
      <LateHost />
      <Header />
      {/* Takes the focus after a change of page and from the skip link; a ring around all of it would say nothing. */}
      <main ref={main} id="main" tabIndex={-1} className="min-h-[60vh] outline-hidden!">
        {children}
      </main>
      <Footer />
      <ToastHost />
      <AddedDialogHost />
      <CartDrawerHost />
    </ProductActionsContext>
  );
}
