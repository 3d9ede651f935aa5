import type { SavedReply } from '@sokuwa/contract/messages/messages.schemas.ts';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Zap } from 'lucide-react';
import { useState } from 'react';
import { savedRepliesQuery } from './messages.queries.ts';

const SavedRepliesDialog = lazyWithRetry(
  async () => (await import('./saved-replies-dialog.tsx')).SavedRepliesDialog,
  '',
  '',
);

const chipClass =
  'inline-flex h-11 max-w-56 shrink-0 whitespace-nowrap items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 font-medium text-body text-xs hover:bg-row-hover lg:pointer-fine:h-8 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-secondary';

/** Saved replies above the box, and the way to change them. @param onChoose gets the reply that was pressed */
export function SavedReplies({ storeId, onChoose }: { storeId: number; onChoose: (reply: SavedReply) => void }) {
  const { data = [] } = useQuery(savedRepliesQuery(storeId));
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend */}
      <div
        role="group"
        aria-label="Saved replies"
        className="no-scrollbar -mx-(--gutter) relative mb-2.5 flex gap-2 overflow-x-auto px-(--gutter) lg:-mx-6 lg:px-6"
      >
        <button type="button" aria-haspopup="dialog" className={chipClass} onClick={() => setOpen(true)}>
          <Pencil />
          {data.length > 0 ? <span className="sr-only">Change saved replies</span> : 'Save a reply'}
        </button>
        {data.map((reply) => (
          <button key={reply.id} type="button" className={chipClass} onClick={() => onChoose(reply)}>
            <Zap />
            <span className="truncate">{reply.title}</span>
          </button>
        ))}
      </div>
      {isOpen && <SavedRepliesDialog storeId={storeId} replies={data} onClose={() => setOpen(false)} />}
    </>
  );
}
