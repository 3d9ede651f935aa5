import { brand } from '@sokuwa/contract/brand.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { Order, OrderRefund } from '@sokuwa/contract/orders/orders.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { Fact } from '@sokuwa/ui/fact.tsx';
import { formatDay, formatLocalDate } from '@sokuwa/ui/format-date.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Printer, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { AccountError } from '../account/index.ts';
import { useApi } from '../lib/app-context.ts';
import { useSessionToken } from '../lib/session.ts';
import { describeTaken, formatAddress, formatName, isPaid } from './order-texts.ts';
import { getFailureTitle, orderQuery } from './orders.query.ts';

/** /order/:id/receipt: a receipt to print (ORDER-69). */
export function ReceiptPage({ id }: { id: string }) {
  const api = useApi();
  const { data: order, error, isPending, isFetching, refetch } = useQuery(orderQuery(api, useSessionToken(), id));
  return (
    <>
      {!(order && isPaid(order)) && <h1 className="sr-only">Receipt</h1>}
      {error && (
        <AccountError
          title={getFailureTitle(error, 'Failed to fetch order details. Please try again later.')}
          error={error}
          hasContent={order !== undefined}
          busy={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {isPending && (
        <div>
          <p role="status" className="text-secondary">
            Loading order details...
          </p>
          <Skeleton className="mt-6 h-96 w-full" />
        </div>
      )}
      {order && (isPaid(order) ? <Receipt order={order} /> : <NoReceipt id={order.id} />)}
    </>
  );
}

function BackToOrder({ id }: { id: string }) {
  return (
    <Link to="/order/details/$id" params={{ id }} className={buttonClass({ variant: 'text', size: 'sm' })}>
      <ArrowLeft className="size-5" />
      Back To Order
    </Link>
  );
}

function NoReceipt({ id }: { id: string }) {
  return (
    <EmptyState
      illustration="orders"
      icon={<ReceiptText />}
      title="This order was not paid, so it has no receipt."
      action={<BackToOrder id={id} />}
    />
  );
}

function Receipt({ order }: { order: Order }) {
  const { id, created_at, timeline, shipping_address: to } = order;
  const paidAt = timeline.find(({ event }) => event === 'paid')?.at;
  return (
    <article aria-labelledby="receipt">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <div className="-ml-5">
          <BackToOrder id={id} />
        </div>
        <Button variant="secondary" size="sm" icon={<Printer className="size-5" />} onClick={() => print()}>
          Print
        </Button>
      </div>
      <div className="grid gap-6 border-line border-b pb-6 sm:grid-cols-2">
        <div>
          <h1 id="receipt" className="font-display text-3xl text-heading">
            Receipt
          </h1>
          <dl className="mt-4 grid gap-1">
            <Fact align="start" name="Order number">
              {id}
            </Fact>
            <Fact align="start" name="Ordered">
              <time dateTime={created_at}>{formatLocalDate(created_at)}</time>
            </Fact>
            {paidAt !== undefined && (
              <Fact align="start" name="Paid">
                <time dateTime={paidAt}>{formatLocalDate(paidAt)}</time>
              </Fact>
            )}
          </dl>
        </div>
        <Party title="Seller" lines={[brand.name, brand.postalAddress, brand.email, brand.phone]} />
        <Party title="Buyer" lines={[formatName(to.user), to.user.email]} />
        <Party title="Delivered to" lines={formatAddress(to)} />
      </div>
      <Lines order={order} />
      <Totals order={order} />
      <Payments order={order} />
    </article>
  );
}

/** Omits personal data that was deleted with its account. */
function Party({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className="wrap-anywhere">
      <h2 className="font-semibold text-heading">{title}</h2>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function Lines({ order: { items, merchants, timeline } }: { order: Order }) {
  const nameOf = (id: number | null) => merchants.find((merchant) => merchant.id === id)?.name;
  const numberClass = 'whitespace-nowrap py-3 pl-3 text-right align-top';
  return (
    <table className="mt-2 w-full text-sm sm:text-base">
      <caption className="sr-only">Ordered products</caption>
      <thead className="border-line border-b text-left text-secondary">
        <tr>
          <th scope="col" className="py-3 font-medium">
            Product
          </th>
          <th scope="col" className={`${numberClass} font-medium`}>
            Price
          </th>
          <th scope="col" className={`${numberClass} font-medium`}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ position, product_name, merchant_id, quantity, price, discount, ...taken }) => (
          <tr key={position} className="break-inside-avoid border-line border-b">
            <td className="wrap-anywhere py-3 align-top">
              <span className="font-medium text-heading">
                {quantity} × {product_name}
              </span>
              {nameOf(merchant_id) && <span className="block text-secondary text-sm">{nameOf(merchant_id)}</span>}
              {discount !== null && discount > 0 && (
                <span className="block text-secondary text-sm">Discount −{formatNairaPrice(discount)}</span>
              )}
              {describeTaken({ position, quantity, ...taken }, timeline).map((text) => (
                <span key={text} className="block text-secondary text-sm">
                  {text}
                </span>
              ))}
            </td>
            <td className={numberClass}>{formatNairaPrice(price)}</td>
            <td className={numberClass}>{formatNairaPrice(price * quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Row({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'font-bold text-heading' : ''}`}>
      <dt>{name}</dt>
      <dd className="whitespace-nowrap text-right">{children}</dd>
    </div>
  );
}

const sumsClass = 'mt-5 ml-auto grid gap-1.5 sm:max-w-100';

function Totals({ order }: { order: Order }) {
  const { sub_total, discount, total_shipment_rate, total_price, currency } = order;
  const { converted_total, exchange_rate, exchange_rate_date } = order;
  return (
    <dl className={sumsClass}>
      <Row name="Subtotal">{formatNairaPrice(sub_total)}</Row>
      {discount > 0 && <Row name="Discount">−{formatNairaPrice(discount)}</Row>}
      <Row name="Delivery charges">{formatNairaPrice(total_shipment_rate)}</Row>
      <Row name={`Total (${currency})`} strong>
        {formatNairaPrice(total_price)}
      </Row>
      {converted_total && <Row name="Converted total">{converted_total}</Row>}
      {exchange_rate && <Row name={`Exchange rate of ${formatDay(exchange_rate_date)}`}>{exchange_rate}</Row>}
    </dl>
  );
}

const PROVIDERS: Record<string, string> = { paystack: 'Paystack', sandbox: 'Sandbox, without money' };
const REFUND_TARGETS: Record<OrderRefund['to'], string> = {
  payment_method: 'to the payment method',
  wallet: 'to the wallet',
  other: 'by our team',
};

function Payments({ order: { payments, wallet_credit, refunds } }: { order: Order }) {
  return (
    <dl className={`${sumsClass} border-line border-t pt-4`}>
      {wallet_credit > 0 && <Row name="Paid from the wallet">{formatNairaPrice(wallet_credit)}</Row>}
      {payments.map(({ provider, reference, amount }) => (
        <Row key={reference} name={`Paid through ${PROVIDERS[provider] ?? provider}, ${reference}`}>
          {formatNairaPrice(amount)}
        </Row>
      ))}
      {refunds.map(({ amount, to, status, requested_at, done_at }) => (
        <Row
          key={`${to} ${amount} ${requested_at}`}
          name={`${status === 'done' ? 'Refunded' : 'Refund requested'} on ${formatLocalDate(done_at ?? requested_at)} ${REFUND_TARGETS[to]}`}
        >
          −{formatNairaPrice(amount)}
        </Row>
      ))}
    </dl>
  );
}
