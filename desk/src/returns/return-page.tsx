import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { describeToMerchant } from '@sokuwa/contract/returns/returns.texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleX, MessageSquare, PackageX } from 'lucide-react';
import { useState } from 'react';
import { describeError, isNotFound } from '../lib/errors.ts';
import { formatDay, formatNumberOf, formatTime, formatWeekday } from '../lib/format.ts';
import { orderQuery } from '../orders/index.ts';
import { buttonClass } from '../ui/button.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { DecisionForm } from './decision-form.tsx';
import { actionsOf, findDelivery, REASON_NAMES } from './return.rules.ts';
import { ReturnBadge } from './return-badge.tsx';
import { ReturnHistory } from './return-history.tsx';
import { ReturnPictures } from './return-pictures.tsx';
import { returnQuery } from './returns.queries.ts';
import { RulesPanel } from './rules-panel.tsx';

/** One return: what the buyer says, what the merchant can decide, and what happened. */
export function ReturnPage({
  storeId,
  returnId,
  isWritable,
}: {
  storeId: number;
  returnId: string;
  /** Whether this person may decide. */
  isWritable: boolean;
}) {
  const orderReturn = useQuery(returnQuery(storeId, returnId));
  const params = { storeId: String(storeId) };
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-muted text-xs">
        <Link to="/store/$storeId/returns" params={params} className="inline-flex min-h-9 items-center text-link">
          Returns
        </Link>
        <ChevronRight className="size-4" />
        {returnId}
      </nav>
      {!orderReturn.data && <h1 className="sr-only">Return {returnId}</h1>}
      {orderReturn.isPending && <LoadingRows label="Loading the return" />}
      {orderReturn.isError && isNotFound(orderReturn.error) && (
        <Panel title="Return" titleHidden>
          <EmptyPanel
            picture="search"
            icon={CircleX}
            title="Your store has no such return"
            action={
              <Link to="/store/$storeId/returns" params={params} search={{ view: 'all' }} className={buttonClass()}>
                All returns
              </Link>
            }
          />
        </Panel>
      )}
      {orderReturn.isError && !isNotFound(orderReturn.error) && !orderReturn.data && (
        <Panel title="Return" titleHidden>
          <ErrorPanel what="The return" error={orderReturn.error} onRetry={() => void orderReturn.refetch()} />
        </Panel>
      )}
      {orderReturn.data && <ReturnDetails storeId={storeId} orderReturn={orderReturn.data} isWritable={isWritable} />}
    </>
  );
}

function ReturnDetails({
  storeId,
  orderReturn,
  isWritable,
}: {
  storeId: number;
  orderReturn: OrderReturn;
  isWritable: boolean;
}) {
  const { id, order_id, status, reason, decide_by, appeal_by, amount } = orderReturn;
  const { data: order } = useQuery(orderQuery(storeId, order_id));
  // Outside of the form, which a change by somebody else removes.
  const [failure, setFailure] = useState<unknown>();
  const actions = isWritable ? actionsOf(orderReturn) : [];
  const deadline = decide_by ?? appeal_by;
  const { happened, next } = describeToMerchant({
    status,
    reason,
    by: orderReturn.history.at(-1)?.by ?? 'buyer',
    merchant: orderReturn.merchant_name,
    deadline: deadline === null ? '' : formatDay(deadline),
    amount: formatNairaPrice(amount),
    target: '',
  });
  return (
    <>
      <PageHead
        title={<span className="whitespace-nowrap max-sm:text-lg">{id}</span>}
        isPlain
        badges={<ReturnBadge status={status} reason={reason} />}
        subtitle={
          decide_by === null ? (
            happened
          ) : (
            <>
              {status === 'accepted' ? 'Confirm the receipt by ' : 'Decide by '}
              <b className="font-semibold text-warning">
                {formatWeekday(decide_by)}, {formatTime(decide_by)}
              </b>
              ; after that Sokuwa decides.
            </>
          )
        }
        actions={
          order?.buyer_name && (
            <Link
              to="/store/$storeId/messages/new"
              params={{ storeId: String(storeId) }}
              search={{ order: order_id }}
              className={buttonClass()}
            >
              <MessageSquare />
              Ask the buyer
            </Link>
          )
        }
      />
      {failure !== undefined && (
        <Note tone="bad" className="mb-4">
          {describeError(failure)}
        </Note>
      )}
      <Columns>
        <PanelStack>
          <ClaimPanel storeId={storeId} orderReturn={orderReturn} order={order} />
          {actions.length > 0 && (
            // Another state has other choices; what was written is in the draft.
            <DecisionForm
              key={status}
              storeId={storeId}
              orderReturn={orderReturn}
              actions={actions}
              buyer={order?.buyer_name || 'The buyer'}
              onFailure={setFailure}
            />
          )}
          {decide_by === null && next !== '' && <Note tone="plain">{next}</Note>}
        </PanelStack>
        <PanelStack>
          <RulesPanel
            orderReturn={orderReturn}
            delivered={order && findDelivery(orderReturn, order)}
            onMissing="Ask the carrier where the parcel is. If you accept, the buyer is refunded at once."
          />
          <MoneyPanel orderReturn={orderReturn} />
          <Panel title="What happened" isPadded>
            <ReturnHistory orderReturn={orderReturn} merchant="Your store" />
          </Panel>
        </PanelStack>
      </Columns>
    </>
  );
}

type WithOrder = {
  orderReturn: OrderReturn;
  /** Undefined while it is loading. */
  order: MerchantOrder | undefined;
};

function ClaimPanel({ storeId, orderReturn, order }: WithOrder & { storeId: number }) {
  const { id, order_id, reason, lines, pictures, history } = orderReturn;
  const note = history[0]?.note;
  return (
    <Panel title="What the buyer says">
      <ul>
        {lines.map(({ position, product_name, product_image, quantity }) => {
          const line = order?.lines.find((one) => one.position === position);
          return (
            <li key={position} className="flex items-center gap-3 px-4 py-2">
              <ProductPicture src={product_image} size="lg" />
              <span className="min-w-0 flex-1">
                <b className="block font-semibold">{product_name}</b>
                <span className="text-muted text-xs">
                  {line
                    ? `${quantity} of ${formatNumberOf(line.quantity, 'piece')}`
                    : formatNumberOf(quantity, 'piece')}
                </span>
              </span>
              {line && <span className="font-semibold">{formatNairaPrice(line.unit_price * quantity)}</span>}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
        <p className="text-secondary">
          Order{' '}
          <Link
            to="/store/$storeId/orders/$orderId"
            params={{ storeId: String(storeId), orderId: order_id }}
            className="text-link underline"
          >
            {order_id}
          </Link>
          {order && ` · ${order.buyer_name || 'Deleted account'}`}
        </p>
        <p className="inline-flex h-6 items-center gap-1 self-start rounded-full bg-unknown-quiet pr-2.5 pl-2 font-semibold text-2xs text-unknown">
          <PackageX className="size-3.5" />
          {REASON_NAMES[reason]}
        </p>
        {note && <blockquote className="wrap-anywhere whitespace-pre-line">“{note}”</blockquote>}
        {pictures > 0 && <ReturnPictures storeId={storeId} returnId={id} count={pictures} />}
      </div>
    </Panel>
  );
}

function MoneyPanel({ orderReturn: { status, amount, refund, refund_to } }: { orderReturn: OrderReturn }) {
  const isOver = status === 'declined' || status === 'withdrawn';
  return (
    <Panel title="What goes back" isPadded>
      {isOver ? (
        <p className="text-secondary">Nothing: the return was {status}.</p>
      ) : (
        <>
          <Facts>
            {refund ? (
              <>
                {refund.to_payment > 0 && (
                  <FactRow name="To the payment method">{formatNairaPrice(refund.to_payment)}</FactRow>
                )}
                {refund.to_wallet > 0 && <FactRow name="To the wallet">{formatNairaPrice(refund.to_wallet)}</FactRow>}
              </>
            ) : (
              <FactRow name="To">{refund_to === 'wallet' ? 'the wallet' : 'the payment method'}</FactRow>
            )}
            <FactRow name="Refund" isTotal>
              {formatNairaPrice(amount)}
            </FactRow>
          </Facts>
          <p className="mt-3 text-muted text-xs">
            What the buyer paid for the pieces, without the delivery. Your share of them is subtracted in your
            statement, and their commission is given back.
          </p>
        </>
      )}
    </Panel>
  );
}
