import {
  dismissReports,
  keepProductDown,
  putProductBack,
  takeDownProduct,
} from '@sokuwa/contract/moderation/operator-moderation.endpoints.ts';
import type { ModerationCase } from '@sokuwa/contract/moderation/operator-moderation.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, Check, Store, X } from 'lucide-react';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { isRefusal } from '../lib/errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { useRefreshMarket } from '../lib/market.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { type ActTexts, ReasonDialog } from '../ui/reason-dialog.tsx';
import { moderationCaseQuery } from './moderation.queries.ts';
import { describeNews } from './moderation.rules.ts';

type Act = 'dismiss' | 'take-down' | 'keep-down' | 'put-back';

/** What the merchant reads. */
const FOR_MERCHANT = {
  label: 'Reason, which the merchant reads',
  hint: 'Say what is wrong, and what to change. It is in the audit log too.',
};

/** Decides about a product, on what the operator has read: what somebody else has done meanwhile is shown first. */
export function DecidePanel({ found }: { found: ModerationCase }) {
  const queryClient = useQueryClient();
  const refresh = useRefreshMarket();
  const [open, setOpen] = useState<Act>();
  const [news, setNews] = useState<string>();
  const { product, merchant, reports, version } = found;
  const params = { productId: product.id };
  const store = (next: ModerationCase) => {
    queryClient.setQueryData(moderationCaseQuery(product.id).queryKey, next);
    void refresh();
  };
  /** Makes the call. If something else has happened, that is shown instead. */
  const decide =
    (send: (texts: ActTexts) => Promise<ModerationCase>, said: (next: ModerationCase) => string) =>
    async (texts: ActTexts) => {
      setNews(undefined);
      try {
        const next = await send(texts);
        store(next);
        toast.success(said(next));
      } catch (error) {
        if (!isRefusal(error, 'moderation_changed') || !error.current) throw error;
        const current = error.current as ModerationCase;
        store(current);
        setNews(describeNews(found, current));
      }
    };
  const close = () => setOpen(undefined);
  const some = formatNumberOf(reports.open, 'open report');
  const isDown = product.taken_down !== null;
  return (
    <Panel title="Decide" isPadded>
      <div className="flex flex-col gap-3">
        {news && <Note tone="bad">{news}</Note>}
        {!isDown && product.merged_into === null && (
          <Button block variant="danger" icon={<Ban />} onClick={() => setOpen('take-down')}>
            Take it down…
          </Button>
        )}
        {reports.open > 0 && (
          <Button block icon={<Check />} onClick={() => setOpen('dismiss')}>
            Dismiss the reports…
          </Button>
        )}
        {isDown && (
          <Button block icon={<Store />} onClick={() => setOpen('put-back')}>
            Put it back…
          </Button>
        )}
        {product.taken_down?.asked_at && (
          <Button block icon={<X />} onClick={() => setOpen('keep-down')}>
            Keep it down…
          </Button>
        )}
        <p className="text-muted text-xs">
          {isDown
            ? 'The merchant can change it, but not sell it.'
            : 'A product that is taken down leaves the shop within a second.'}
        </p>
      </div>
      {open === 'dismiss' && (
        <ReasonDialog
          title={`Dismiss ${some}?`}
          keepLabel="Leave them open"
          confirmLabel="Dismiss the reports"
          onClose={close}
          onAct={decide(
            ({ reason = '' }) => api.call(dismissReports, { params, body: { version, reason } }),
            () => 'The reports are dismissed',
          )}
        >
          The product stays as it is. Neither the merchant nor who has reported it gets a mail.
        </ReasonDialog>
      )}
      {open === 'take-down' && (
        <ReasonDialog
          title={`Take down “${product.title}”?`}
          keepLabel="Leave it as it is"
          confirmLabel="Take it down"
          isDanger
          reasonText={FOR_MERCHANT}
          onClose={close}
          onAct={decide(
            ({ reason = '' }) => api.call(takeDownProduct, { params, body: { version, reason } }),
            () => 'It is taken down',
          )}
        >
          It leaves the shop, its lists and carts within a second, and {merchant.name} cannot put it back. The merchant
          gets a mail with your reason{reports.open > 0 && `, and ${some} ${reports.open === 1 ? 'is' : 'are'} closed`}.
          Paid orders can still be shipped. You can undo it.
        </ReasonDialog>
      )}
      {open === 'keep-down' && (
        <ReasonDialog
          title={`Keep “${product.title}” down?`}
          keepLabel="Decide later"
          confirmLabel="Keep it down"
          isDanger
          reasonText={FOR_MERCHANT}
          onClose={close}
          onAct={decide(
            ({ reason = '' }) => api.call(keepProductDown, { params, body: { version, reason } }),
            () => 'It stays down',
          )}
        >
          {merchant.name} gets a mail with your reason, and can ask again after another change.
        </ReasonDialog>
      )}
      {open === 'put-back' && (
        <ReasonDialog
          title={`Put “${product.title}” back?`}
          keepLabel="Keep it down"
          confirmLabel="Put it back"
          isOptional
          onClose={close}
          onAct={decide(
            ({ reason }) =>
              api.call(putProductBack, { params, body: { version, ...(reason !== undefined && { reason }) } }),
            (next) => (next.is_in_shop ? 'It is in the shop again' : 'The merchant may sell it again'),
          )}
        >
          It is in the shop again if it was before, and if nothing is missing. {merchant.name} gets a mail.
        </ReasonDialog>
      )}
    </Panel>
  );
}
