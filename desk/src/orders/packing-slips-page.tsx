import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, Printer } from 'lucide-react';
import { describeError } from '../lib/errors.ts';
import { formatDay, formatNumberOf, formatTime } from '../lib/format.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { LoadingRows } from '../ui/state-panels.tsx';
import { orderQuery } from './orders.queries.ts';

/** Packing slips of several orders, one on each page. No prices are on them: they travel in the parcel. */
export function PackingSlipsPage({
  storeId,
  storeName,
  orderIds,
}: {
  storeId: number;
  storeName: string;
  orderIds: readonly string[];
}) {
  const orders = useQueries({ queries: orderIds.map((id) => orderQuery(storeId, id)) });
  const loaded = orders.flatMap(({ data }) => (data ? [data] : []));
  const failed = orders.filter(({ isError }) => isError);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        <Link to="/store/$storeId/orders" params={{ storeId: String(storeId) }} className={buttonClass()}>
          <ChevronLeft />
          Orders
        </Link>
        <h1 className="flex-1 text-xl">{formatNumberOf(orderIds.length, 'packing slip')}</h1>
        <Button variant="primary" icon={<Printer />} disabled={loaded.length === 0} onClick={() => window.print()}>
          Print {loaded.length}
        </Button>
      </div>
      {failed.length > 0 && (
        <Note tone="bad" className="mb-4 print:hidden">
          {formatNumberOf(failed.length, 'slip')} did not load. {describeError(failed[0]?.error)}
        </Note>
      )}
      {orders.some(({ isPending }) => isPending) && <LoadingRows label="Loading the orders" />}
      {loaded.map((order) => (
        <Slip key={order.id} order={order} storeName={storeName} />
      ))}
    </>
  );
}

function Slip({ order, storeName }: { order: MerchantOrder; storeName: string }) {
  const { id, shipping_address: address, ship_by, paid_at, lines } = order;
  return (
    <article
      aria-label={`Packing slip of ${id}`}
      className="mx-auto mb-4 max-w-144 break-after-page border border-line bg-white p-5 text-black print:m-0 print:max-w-none print:border-0 print:p-0"
    >
      <header className="flex items-start justify-between gap-4">
        <p>
          <b className="text-base">{storeName}</b>
          <small className="block text-2xs">on Sokuwa</small>
        </p>
        <h2 className="plain-heading whitespace-nowrap text-lg text-black">{id}</h2>
      </header>
      <div className="my-4 grid gap-4 sm:grid-cols-[1.4fr_1fr]">
        <div>
          <small className="block text-2xs">Ship to</small>
          {address ? (
            <address className="text-base not-italic">
              <b>
                {address.first_name} {address.last_name}
              </b>
              {[...address.street, `${address.city}, ${address.region} ${address.postal_code}`, address.country].map(
                (row) => (
                  <span key={row} className="block">
                    {row}
                  </span>
                ),
              )}
              {address.phone_number}
            </address>
          ) : (
            <p>The address is shown while something is to be shipped.</p>
          )}
        </div>
        <div>
          <small className="block text-2xs">Leaves by</small>
          <b>
            {formatDay(ship_by)}, {formatTime(ship_by)}
          </b>
          <small className="mt-2 block text-2xs">Paid</small>
          <b>{formatDay(paid_at)}</b>
        </div>
      </div>
      <table className="w-full border-collapse text-left [&_td]:border-[#999] [&_td]:border-b [&_td]:p-2 [&_th]:border-[#999] [&_th]:border-b [&_th]:p-2">
        <caption className="sr-only">What to pack</caption>
        <thead className="text-2xs">
          <tr>
            <th scope="col">
              <span className="sr-only">Packed</span>
            </th>
            <th scope="col">Pieces</th>
            <th scope="col">Product</th>
          </tr>
        </thead>
        <tbody>
          {lines
            .filter(({ left }) => left > 0)
            .map(({ position, left, title }) => (
              <tr key={position}>
                <td className="w-8">
                  <span aria-hidden="true" className="block size-4.5 rounded-[3px] border-[1.5px] border-black" />
                </td>
                <td className="w-16 font-bold text-lg">{left}</td>
                <th scope="row" className="font-semibold">
                  {title}
                </th>
              </tr>
            ))}
        </tbody>
      </table>
      <small className="mt-4 block text-2xs">No prices on this slip.</small>
    </article>
  );
}
