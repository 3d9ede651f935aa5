import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { appealReturn, withdrawReturn } from '@sokuwa/contract/returns/returns.endpoints.ts';
import {
  isMissing,
  RETURN_NOTE_MAX,
  type ReturnActor,
  type ReturnStatus,
} from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import {
  describeStatus,
  describeTarget,
  describeToBuyer,
  REASON_TEXTS,
} from '@sokuwa/contract/returns/returns.texts.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { formatLocalDay } from '@sokuwa/ui/format-date.ts';
import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { type PillStatus, StatusPill } from '@sokuwa/ui/status-pill.tsx';
import { TextArea } from '@sokuwa/ui/text-field.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useForm } from '@sokuwa/ui/use-form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { fieldErrors } from '../lib/field-errors.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { assertStoredToken, useSessionToken } from '../lib/session.ts';
import { returnPictureQuery } from './returns.query.ts';

const ConfirmDialog = lazyDialog(async () => (await import('@sokuwa/ui/confirm-dialog.tsx')).ConfirmDialog);

const PILLS: Record<ReturnStatus, PillStatus> = {
  requested: 'pending',
  accepted: 'paid',
  appealed: 'pending',
  received: 'shipped',
  refunded: 'delivered',
  declined: 'cancelled',
  withdrawn: 'unknown',
};

/** The state of a return as its buyer reads it. */
const describe = (orderReturn: OrderReturn) => {
  const { status, refund, refund_to, decide_by, appeal_by } = orderReturn;
  const deadline = decide_by ?? appeal_by;
  return describeToBuyer({
    status,
    by: orderReturn.history.at(-1)?.by ?? 'buyer',
    merchant: orderReturn.merchant_name,
    reason: orderReturn.reason,
    deadline: deadline === null ? '' : formatLocalDay(deadline),
    amount: formatNairaPrice(orderReturn.amount),
    target: refund
      ? describeTarget({ toPayment: refund.to_payment > 0, toWallet: refund.to_wallet > 0 })
      : describeTarget({ toPayment: refund_to === 'original', toWallet: refund_to === 'wallet' }),
  });
};

/** A return: its items, its state in a sentence, its dated steps, and what the buyer can do. */
export function ReturnCard({ orderReturn, onChanged }: { orderReturn: OrderReturn; onChanged: () => Promise<void> }) {
  const { id, status, lines, reason, pictures, can_withdraw, appeal_by } = orderReturn;
  const { happened, next } = describe(orderReturn);
  return (
    <Panel tone="outline" corner={false}>
      <article aria-labelledby={id} className="grid gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h3 id={id} className="wrap-anywhere font-semibold text-heading">
            Return {id}
          </h3>
          <StatusPill status={PILLS[status]}>{describeStatus(status, reason)}</StatusPill>
        </div>
        <div>
          <p className="font-semibold text-heading">{happened}</p>
          {next !== '' && <p>{next}</p>}
        </div>
        <ul className="text-secondary">
          {lines.map(({ position, product_name, quantity }) => (
            <li key={position} className="wrap-anywhere">
              {quantity} × {product_name}
            </li>
          ))}
          <li>{REASON_TEXTS[reason]}</li>
        </ul>
        {pictures > 0 && (
          <ul aria-label="Pictures" className="flex flex-wrap gap-3">
            {Array.from({ length: pictures }, (_, n) => n + 1).map((n) => (
              <li key={n}>
                <Picture id={id} n={n} />
              </li>
            ))}
          </ul>
        )}
        <History orderReturn={orderReturn} />
        {can_withdraw && <Withdraw id={id} isReport={isMissing(reason)} onChanged={onChanged} />}
        {appeal_by !== null && <Appeal id={id} onChanged={onChanged} />}
      </article>
    </Panel>
  );
}

const byText = (by: ReturnActor, merchant: string): string =>
  ({ buyer: 'You', merchant, operator: 'We', shop: 'We' })[by];

function History({ orderReturn: { history, merchant_name, reason } }: { orderReturn: OrderReturn }) {
  return (
    <ol aria-label="Steps" className="grid gap-2 border-line border-t pt-4 text-sm">
      {history.map(({ at, by, status, note }) => (
        <li key={at} className="wrap-anywhere">
          <time dateTime={at} className="text-muted">
            {formatLocalDay(at)}
          </time>{' '}
          <span className="font-medium text-heading">{describeStatus(status, reason)}</span> ·{' '}
          {byText(by, merchant_name)}
          {note !== '' && <p className="whitespace-pre-line text-secondary">{note}</p>}
        </li>
      ))}
    </ol>
  );
}

function Picture({ id, n }: { id: string; n: number }) {
  const api = useApi();
  const { data, isError } = useQuery(returnPictureQuery(api, useSessionToken(), id, n));
  if (isError) return <p className="text-muted text-sm">Picture {n} could not be loaded.</p>;
  return data === undefined ? (
    <div className="size-24 rounded-md bg-quiet" />
  ) : (
    <img src={data} alt={`What is returned, ${n}`} className="size-24 rounded-md object-cover" />
  );
}

function Withdraw({ id, isReport, onChanged }: { id: string; isReport: boolean; onChanged: () => Promise<void> }) {
  const noun = isReport ? 'report' : 'return';
  const api = useApi();
  const token = useSessionToken();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      assertStoredToken(token);
      await api.call(withdrawReturn, { params: { id } });
      toast.success(isReport ? 'Report withdrawn.' : 'Return withdrawn.');
    } catch (error) {
      toast.error(describeError(error));
    }
    setIsBusy(false);
    setIsOpen(false);
    await onChanged();
  };
  return (
    <div>
      <Button
        variant="text"
        size="sm"
        className="-ml-4"
        onPointerEnter={ConfirmDialog.preload}
        onFocus={ConfirmDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {isReport ? 'Withdraw Report' : 'Withdraw Return'}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Withdraw this ${noun}?`}
        confirmLabel="Withdraw"
        busy={isBusy}
        onConfirm={confirm}
      >
        {isReport
          ? 'Withdraw it when the items have arrived. You can return them then, while there is time.'
          : 'You keep the items. You can request a return again while there is time.'}
      </ConfirmDialog>
    </div>
  );
}

function Appeal({ id, onChanged }: { id: string; onChanged: () => Promise<void> }) {
  const api = useApi();
  const token = useSessionToken();
  const [note, setNote] = useState('');
  const { form, errors, failure, busy } = useForm(async () => {
    if (note.trim() === '') return { fields: { note: 'Write why you do not agree.' } };
    try {
      assertStoredToken(token);
      await api.call(appealReturn, { params: { id }, body: { note } });
    } catch (error) {
      return { failure: <Alert kind="error">{describeError(error)}</Alert>, fields: fieldErrors(error) };
    }
    toast.success('We look at your return.');
    await onChanged();
    return undefined;
  });
  return (
    <form {...form} aria-label="Ask us to decide" className="grid gap-3">
      <TextArea
        label="Do you not agree? Write why"
        name="note"
        required
        maxLength={RETURN_NOTE_MAX}
        rows={3}
        value={note}
        error={errors.note}
        onChange={(event) => setNote(event.target.value)}
      />
      {failure}
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Ask Us To Decide
        </Button>
      </div>
    </form>
  );
}
