import type { RefundTarget } from '@sokuwa/contract/orders/orders.rules.ts';
import {
  isFault,
  isMissing,
  MAX_RETURN_PICTURES,
  RETURN_NOTE_MAX,
  RETURN_REASONS,
  type ReturnReason,
} from '@sokuwa/contract/returns/returns.rules.ts';
import type { ReturnableLine } from '@sokuwa/contract/returns/returns.schemas.ts';
import { REASON_TEXTS } from '@sokuwa/contract/returns/returns.texts.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { Radio } from '@sokuwa/ui/checkbox-radio.tsx';
import { formatLocalDay } from '@sokuwa/ui/format-date.ts';
import { NumberField } from '@sokuwa/ui/number-field.tsx';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { Select } from '@sokuwa/ui/select.tsx';
import { TextArea } from '@sokuwa/ui/text-field.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { useEffect, useRef, useState } from 'react';
import { CartPicture } from '../cart/index.ts';
import { PageLink } from '../lib/page-link.tsx';
import { type ChosenPicture, ReturnPictures } from './return-pictures.tsx';
import { useRequestReturn } from './use-request-return.tsx';

/** The pieces of a line that can be returned for a reason. */
const windowOf = (line: ReturnableLine, reason: ReturnReason) => {
  if (isMissing(reason)) return line.missing;
  return isFault(reason) ? line.faulty : line.unused;
};

/** The reasons to choose from: none for pieces that have arrived if none has, and the other way round. */
const reasonsOf = (lines: readonly ReturnableLine[]): readonly ReturnReason[] => {
  const isPossible = (some: (reason: ReturnReason) => boolean) =>
    lines.some((line) => RETURN_REASONS.some((reason) => some(reason) && windowOf(line, reason).quantity > 0));
  const hasArrived = isPossible((reason) => !isMissing(reason));
  const canBeMissing = isPossible(isMissing);
  return RETURN_REASONS.filter((reason) => (isMissing(reason) ? canBeMissing : hasArrived));
};

type Props = {
  orderId: string;
  lines: readonly ReturnableLine[];
  onCancel: () => void;
  onRequested: () => Promise<void>;
};

/** The form that asks for a return. What was entered stays after a refusal. */
export function RequestReturn({ orderId, lines, onCancel, onRequested }: Props) {
  const reasons = reasonsOf(lines);
  const [reason, setReason] = useState<ReturnReason>(reasons[0] ?? 'changed_mind');
  const isReport = isMissing(reason);
  const [quantities, setQuantities] = useState<Readonly<Record<number, number>>>({});
  const [note, setNote] = useState('');
  const [target, setTarget] = useState<RefundTarget>('original');
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const chosen = lines
    .map((line) => ({
      line,
      quantity: Math.min(quantities[line.position] ?? 0, windowOf(line, reason).quantity),
    }))
    .filter(({ quantity }) => quantity > 0);
  const { form, errors, failure, busy } = useRequestReturn(
    orderId,
    { chosen, reason, note, pictures, target },
    onRequested,
  );

  return (
    <Panel tone="outline" corner={false} className="mt-4">
      <form {...form} aria-labelledby="request-return" className="grid gap-6">
        <div>
          <h3
            id="request-return"
            ref={heading}
            tabIndex={-1}
            className="outline-hidden! font-bold font-display text-heading text-lg"
          >
            {isReport ? 'Items have not arrived' : 'Return items'}
          </h3>
          <p className="mt-1 text-secondary text-sm">
            The merchant decides within three days. Our{' '}
            <PageLink path="/returnandrefundpolicy" className={textLinkClass}>
              return policy
            </PageLink>{' '}
            says what can be returned.
          </p>
        </div>
        <Select
          label="Reason"
          name="reason"
          value={reason}
          onChange={({ target: { value } }) => setReason(reasons.find((known) => known === value) ?? reason)}
        >
          {reasons.map((value) => (
            <option key={value} value={value}>
              {REASON_TEXTS[value]}
            </option>
          ))}
        </Select>
        <fieldset>
          <legend className="font-semibold text-heading text-sm">
            {isReport ? 'What has not arrived?' : 'What do you return?'}
          </legend>
          <ul className="mt-1">
            {lines.map((line) => (
              <Line
                key={line.position}
                line={line}
                reason={reason}
                quantity={quantities[line.position] ?? 0}
                onChange={(quantity) => setQuantities({ ...quantities, [line.position]: quantity })}
              />
            ))}
          </ul>
        </fieldset>
        <TextArea
          label="What is the matter?"
          name="note"
          required
          maxLength={RETURN_NOTE_MAX}
          rows={3}
          value={note}
          error={errors.note}
          onChange={(event) => setNote(event.target.value)}
        />
        {!isReport && (
          <ReturnPictures
            pictures={pictures}
            max={MAX_RETURN_PICTURES}
            error={errors.pictures}
            onChange={setPictures}
          />
        )}
        <fieldset>
          <legend className="font-semibold text-heading text-sm">Refund</legend>
          <Radio
            label="To the way I paid; banks take up to ten business days"
            name="refund_to"
            checked={target === 'original'}
            onChange={() => setTarget('original')}
          />
          <Radio
            label={
              isReport
                ? 'Into my wallet, at once when the merchant agrees'
                : 'Into my wallet, at once when the items have arrived: also for an exchange, by a new order'
            }
            name="refund_to"
            checked={target === 'wallet'}
            onChange={() => setTarget('wallet')}
          />
        </fieldset>
        {failure}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {isReport ? 'Send Report' : 'Request Return'}
          </Button>
          <Button variant="text" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Line({
  line,
  reason,
  quantity,
  onChange,
}: {
  line: ReturnableLine;
  reason: ReturnReason;
  quantity: number;
  onChange: (quantity: number) => void;
}) {
  const { quantity: max, until } = windowOf(line, reason);
  const time = max > 0 ? 'on its way' : 'not returnable for this reason any more';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3">
      <CartPicture image={line.product_image} className="size-14" sizes="56px" />
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="wrap-anywhere font-semibold text-heading">{line.product_name}</p>
        <p className="text-secondary text-sm">
          {line.merchant_name} · {until === null ? time : `until ${formatLocalDay(until)}`}
        </p>
      </div>
      {max > 0 && (
        <NumberField
          label={`Pieces of ${line.product_name} ${isMissing(reason) ? 'that have not arrived' : 'to return'}`}
          value={Math.min(quantity, max)}
          min={0}
          max={max}
          onChange={onChange}
        />
      )}
    </li>
  );
}
