import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { returnSearch } from '../lib/login-redirect.ts';
import { useToken } from '../lib/token-store.ts';

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog);

const LABEL = 'Report this product';

/**
 * Reports a product to the shop (MODERATION-1). A guest signs in first. It is mounted after hydration, in space that is free anyway, so that the
 * first view is not larger and nothing moves.
 */
export function ReportProduct({ id, title }: { id: number; title: string }) {
  const search = returnSearch(useLocation({ select: ({ href }) => href }));
  const isSignedIn = useToken() !== null;
  const [isMounted, setMounted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setMounted(true), []);
  if (!isMounted) return null;
  const className = `inline-flex min-h-11 items-start pt-2 text-sm ${textLinkClass}`;
  return (
    <div className="-mb-11 h-11">
      {isSignedIn || isOpen ? (
        <button type="button" className={className} onPointerEnter={ReportDialog.preload} onClick={() => setOpen(true)}>
          {LABEL}
        </button>
      ) : (
        <Link to="/login" search={search} className={className}>
          {LABEL}
        </Link>
      )}
      <ReportDialog id={id} title={title} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}
