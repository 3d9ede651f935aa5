import type { ReactNode } from 'react';
import { AddedDialogHost } from '../cart/added-dialog-host.tsx';
import { CartDrawerHost } from '../cart/cart-drawer-host.tsx';
import { useFollowCountry } from '../geo/use-country.ts';
import { useKnownMarks } from '../saved/use-known-marks.ts';
import { SkipLink } from '../ui/skip-link.tsx';
import { ToastHost } from '../ui/toast-host.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LateHost } from './late-host.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { useLayOutAll } from './use-lay-out-all.ts';

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  useFollowCountry();
  useLayOutAll();
  useKnownMarks();
  const main = useFocusOnNewPage();
  return (
    <>
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
    </>
  );
}
