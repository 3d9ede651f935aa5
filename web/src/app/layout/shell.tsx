import { CachedHtml } from '@sokuwa/ui/cached-html.tsx';
import { SkipLink } from '@sokuwa/ui/skip-link.tsx';
import { ToastHost } from '@sokuwa/ui/toast-host.tsx';
import { type StaticDataRouteOption, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AddedDialogHost, CartDrawerHost } from '../../cart/index.ts';
import { useFollowCountry } from '../../geo/index.ts';
import { useFollowSavedTargets } from '../../saved/index.ts';
import { LateFooter } from './late-footer.ts';
import { LateHeader } from './late-header.ts';
import { LateHost } from './late-host.tsx';
import { LateShortFooter, LateShortHeader } from './late-short-layout.ts';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Set on pages with a short header and a one-line footer. */
    shortLayout?: 'checkout' | 'login';
    /** Set on pages of which the server renders everything that shows before the visitor does something. */
    isComplete?: boolean;
    /** Chunks (web/vite/chunk-groups.ts) that the first view of a complete page needs, besides the layout. */
    chunks?: readonly string[];
  }
}

/** Loads header and footer of a page. */
export const loadLayout = (shortLayout?: StaticDataRouteOption['shortLayout']) =>
  Promise.all(shortLayout ? [LateShortHeader.load(), LateShortFooter.load()] : [LateHeader.load(), LateFooter.load()]);

/** Header, footer and dialogs around every page. */
export function Shell({ children }: { children: ReactNode }) {
  useFollowCountry();
  useFollowSavedTargets();
  const main = useFocusOnNewPage();
  const shortLayout = useMatches({ select: (matches) => matches.at(-1)?.staticData.shortLayout });
  return (
    <>
      <SkipLink>Skip to main content</SkipLink>
      <LateHost />
      {shortLayout ? <LateShortHeader page={shortLayout} /> : <LateHeader />}
      {/* Receives the focus after a navigation and from the skip link, without a focus ring around the whole page. */}
      <main ref={main} id="main" tabIndex={-1} className="min-h-[60vh] outline-hidden!">
        {children}
      </main>
      {shortLayout ? (
        <LateShortFooter />
      ) : (
        // The footer shows the year.
        <CachedHtml as="div" name="footer" dependsOn={[new Date().getUTCFullYear()]}>
          {() => <LateFooter />}
        </CachedHtml>
      )}
      <ToastHost />
      <AddedDialogHost />
      <CartDrawerHost />
    </>
  );
}
