import { formatNaira } from '@sokuwa/contract/money.ts';
import type { ReactNode } from 'react';
import { type CartItem, type CartItems, computeLineTotal } from './cart.rules.ts';
import { CartPrice, LineLink, LineNote, QuantityField, RemoveButton } from './cart-parts.tsx';
import { CartPicture } from './cart-picture.tsx';
import { formatWeight } from './cart-texts.ts';

/** The lines of the cart: a table on wide screens, cards on narrow ones (CART-46, CART-47). */
export function CartTable({ items }: { items: CartItems }) {
  return (
    <table className="block w-full border-collapse text-left md:table">
      <caption className="sr-only">Items in your cart</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="md:border-heading md:border-b-2">
          <Head>Item</Head>
          <Head>Price</Head>
          <Head>Quantity</Head>
          <Head className="md:text-right">Total Price</Head>
          <Head className="md:text-right">Action</Head>
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {items.map((item) => (
          <Row key={item.productId} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`whitespace-nowrap pb-3 font-normal text-secondary text-sm not-last:pr-5 xl:not-last:pr-8 ${className}`}
    >
      {children}
    </th>
  );
}

const cellClass = 'md:table-cell md:py-7 md:pr-5 md:align-middle xl:pr-8';

function Row({ item }: { item: CartItem }) {
  return (
    <tr className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] gap-x-4 border-line border-b py-5 md:table-row md:py-0">
      <td className={`contents ${cellClass}`}>
        <div className="contents md:flex md:items-center md:gap-6">
          <CartPicture image={item.image} className="row-span-2 size-22 md:size-24 xl:size-26" sizes="104px" />
          <div className="min-w-0 pt-1 md:pt-0">
            <p className="leading-5.5">
              <LineLink item={item} />
            </p>
            <p className="text-secondary text-sm">{formatWeight(item.weight)}</p>
            {/* On a card the note may reach below the remove button. */}
            <LineNote item={item} className="max-md:-mr-15" />
          </div>
        </div>
      </td>
      <td className={`col-start-2 row-start-2 text-body text-sm md:text-base ${cellClass}`}>
        {formatNaira(item.price)}
        <span className="md:hidden"> each</span>
      </td>
      <td className={`col-span-2 row-start-3 pt-4 ${cellClass}`}>
        <QuantityField item={item} />
      </td>
      <td className={`col-start-3 row-start-3 self-center justify-self-end pt-4 text-right ${cellClass}`}>
        <CartPrice amount={computeLineTotal(item)} />
      </td>
      <td className="col-start-3 row-start-1 justify-self-end md:table-cell md:w-11 md:align-middle">
        <RemoveButton item={item} className="-mt-2 -mr-3 md:mt-0 md:mr-0" />
      </td>
    </tr>
  );
}
