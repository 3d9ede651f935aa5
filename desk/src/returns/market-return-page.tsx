import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { OperatorOrder } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, PackageX } from 'lucide-react';
import { useState } from 'react';
import { describeError, isNotFound } from '../lib/errors.ts';
import { formatAge, formatDay, formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { canRead, canWrite, type Workplace } from '../lib/session.ts';
import { marketOrderQuery } from '../orders/index.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { buttonClass } from '../ui/button.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { MarketDecisionForm } from './market-decision-form.tsx';
import { decisionsOf, findDelivery, REASON_NAMES } from './return.rules.ts';
import { ReturnBadge } from './return-badge.tsx';
import { ReturnHistory } from './return-history.tsx';
import { ReturnPictures } from './return-pictures.tsx';
import { marketReturnQuery } from './returns.queries.ts';
import { RulesPanel } from './rules-panel.tsx';

/** One return for operators: what buyer and merchant say, what the rules say, and the decision. */
export function MarketReturnPage({ operator, returnId }: { operator: Workplace; returnId: string }) {
  const orderReturn = useQuery(marketReturnQuery(returnId));
  return (
    <>
      <Breadcrumb current={returnId}>
        <Link to="/market/returns" className={breadcrumbLinkClass}>
          Returns
        </Link>
      </Breadcrumb>
      {!orderReturn.data && <h1 className="sr-only">Return {returnId}</h1>}
      {orderReturn.isPending && (
        <Panel title="Return" titleHidden>
          <LoadingRows label="Loading the return" />
        </Panel>
      )}
      {orderReturn.isError && !orderReturn.data && (
        <Panel title="Return" titleHidden>
          {isNotFound(orderReturn.error) ? (
            <EmptyPanel
              picture="search"
              icon={CircleX}
              title="There is no such return"
              action={
                <Link to="/market/returns" search={{ view: 'all' }} className={buttonClass()}>
                  All returns
                </Link>
              }
            />
          ) : (
            <ErrorPanel what="The return" error={orderReturn.error} onRetry={() => void orderReturn.refetch()} />
          )}
        </Panel>
      )}
      {orderReturn.data && <ReturnDetails operator={operator} orderReturn={orderReturn.data} />}
    </>
  );
}

/** Why it is where it is, at a glance. */
const sayState = ({ status, history, merchant_name, decide_by, updated_at }: OrderReturn): string => {
  if (status === 'appealed') {
    const by = history.at(-1)?.by;
    return `${by === 'buyer' ? 'The buyer asks you to decide' : `${merchant_name} has not acted in time`}, since ${formatAge(updated_at)}`;
  }
  if (decide_by !== null)
    return status === 'accepted'
      ? `${merchant_name} confirms the receipt by ${formatDayAndTime(decide_by)}; after that you decide.`
      : `${merchant_name} decides by ${formatDayAndTime(decide_by)}; after that you decide.`;
  return `Last step ${formatDay(updated_at)}`;
};

function ReturnDetails({ operator, orderReturn }: { operator: Workplace; orderReturn: OrderReturn }) {
  const { id, order_id, status, reason, merchant_name } = orderReturn;
  // Whoever reads returns reads orders.
  const { data: order } = useQuery(marketOrderQuery(order_id));
  const isOpen = decisionsOf(orderReturn).length > 0;
  // Outside of the form, which a change by somebody else removes with its dialog.
  const [failure, setFailure] = useState<unknown>();
  return (
    <>
      <PageHead
        title={<span className="whitespace-nowrap max-sm:text-lg">{id}</span>}
        isPlain
        badges={<ReturnBadge status={status} reason={reason} />}
        subtitle={sayState(orderReturn)}
      />
      {failure !== undefined && !isOpen && (
        <Note tone="bad" className="mb-4">
          {describeError(failure)}
        </Note>
      )}
      <Columns>
        <PanelStack>
          <ClaimPanel operator={operator} orderReturn={orderReturn} order={order} />
          {isOpen && canWrite(operator, 'returns') && (
            // Another state has other choices; what was written is in the draft.
            <MarketDecisionForm key={status} orderReturn={orderReturn} onFailure={setFailure} />
          )}
        </PanelStack>
        <PanelStack>
          <RulesPanel
            orderReturn={orderReturn}
            delivered={order && findDelivery(orderReturn, { parcels: toParcels(order) })}
            onMissing="If you refund it, the buyer gets the money at once, and the merchant bears it."
          />
          <MoneyPanel orderReturn={orderReturn} />
          <Panel title="What happened" isPadded>
            <ReturnHistory orderReturn={orderReturn} merchant={merchant_name} />
          </Panel>
        </PanelStack>
      </Columns>
    </>
  );
}

const toParcels = ({ order: { parcels } }: OperatorOrder) =>
  parcels.map(({ items, delivered_at }) => ({ lines: items, delivered_at }));

function ClaimPanel({
  operator,
  orderReturn: { id, order_id, merchant_name, reason, lines, pictures, history },
  order,
}: {
  operator: Workplace;
  orderReturn: OrderReturn;
  /** Undefined while it is loading. */
  order: OperatorOrder | undefined;
}) {
  const note = history[0]?.note;
  const { first_name, last_name } = order?.order.shipping_address.user ?? { first_name: '', last_name: '' };
  const buyer = `${first_name} ${last_name}`.trim() || 'Deleted account';
  return (
    <Panel title="What the buyer says">
      <ul>
        {lines.map(({ position, product_name, product_image, quantity }) => {
          const item = order?.order.items.find((one) => one.position === position);
          return (
            <li key={position} className="flex items-center gap-3 px-4 py-2">
              <ProductPicture src={product_image} size="lg" />
              <span className="min-w-0 flex-1">
                <b className="block font-semibold">{product_name}</b>
                <span className="text-muted text-xs">
                  {item
                    ? `${quantity} of ${formatNumberOf(item.quantity, 'piece')}`
                    : formatNumberOf(quantity, 'piece')}
                </span>
              </span>
              {item && <span className="font-semibold">{formatNairaPrice(item.price * quantity)}</span>}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
        <p className="text-secondary">
          Order{' '}
          <Link to="/market/orders/$orderId" params={{ orderId: order_id }} className="text-link underline">
            {order_id}
          </Link>
          {' · sold by '}
          {merchant_name}
          {order && (
            <>
              {' · '}
              {order.account_id !== null && canRead(operator, 'customers') ? (
                <Link
                  to="/market/customers/$accountId"
                  params={{ accountId: String(order.account_id) }}
                  className="text-link underline"
                >
                  {buyer}
                </Link>
              ) : (
                buyer
              )}
            </>
          )}
        </p>
        <p className="inline-flex h-6 items-center gap-1 self-start rounded-full bg-unknown-quiet pr-2.5 pl-2 font-semibold text-2xs text-unknown">
          <PackageX className="size-3.5" />
          {REASON_NAMES[reason]}
        </p>
        {note && <blockquote className="wrap-anywhere whitespace-pre-line">“{note}”</blockquote>}
        {pictures > 0 && <ReturnPictures storeId={undefined} returnId={id} count={pictures} />}
      </div>
    </Panel>
  );
}

function MoneyPanel({ orderReturn: { status, amount, refund, refund_to } }: { orderReturn: OrderReturn }) {
  return (
    <Panel title="What goes back" isPadded>
      {status === 'declined' || status === 'withdrawn' ? (
        <p className="text-secondary">Nothing: the return was {status}.</p>
      ) : (
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
      )}
    </Panel>
  );
}
