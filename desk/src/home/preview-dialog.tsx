import type { Preview } from '@sokuwa/contract/home/home.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { ExternalLink } from 'lucide-react';
import { formatTime } from '../lib/format.ts';
import { buttonClass } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

/** The address of a preview, to open or to send to somebody. */
export function PreviewDialog({ preview: { url, expires_at }, onClose }: { preview: Preview; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="The preview is ready"
      description={`Whoever has its address sees it until ${formatTime(expires_at)}. Visitors do not.`}
      actions={
        <>
          <CopyButton text={new URL(url, location.origin).href} what="the address" />
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'primary' })}>
            <ExternalLink />
            Open it
            <span className="sr-only"> in a new tab</span>
          </a>
        </>
      }
    />
  );
}
