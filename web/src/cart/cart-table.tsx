import { type CartItem, type CartItems, lineTotal } from './cart.rules.ts';
import { LineLink, LineStepper, RemoveButton } from './cart-parts.tsx';
import { CartPicture } from './cart-picture.tsx';
import type { CartSource } from './cart-source.ts';
import { priceText, weightText } from './cart-texts.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/**
 * The lines of the cart: one table for all screens. Narrow ones lay each row out as a card by grid areas; the roles
 * are written out because such a `display` takes them away.
 */
export function CartTable({ items, source }: { items: CartItems; source: CartSource }) {
  return (
    <table role="table" className="block w-full border-collapse text-left md:table">
      <caption className="sr-only">Items in your cart</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="md:border-heading md:border-b-2">
          <Head>Item</Head>
          <Head>Price</Head>
          <Head>Quantity</Head>
          <Head className="md:text-right">Total Price</Head>
          <Head>
            <VisuallyHidden>Action</VisuallyHidden>
          </Head>
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {items.map((item) => (
          <Row key={item.productId} item={item} source={source} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return (
    <th role="columnheader" scope="col" className={`pb-3 font-normal text-secondary text-sm not-last:pr-5 ${className}`}>
      {children}
    </th>
  );
}

const cellClass = 'md:table-cell md:py-7 md:pr-5 md:align-middle';

function Row({ item, source }: { item: CartItem; source: CartSource }) {
  return (
    <tr
      role="row"
      className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] gap-x-4 border-line border-b py-5 md:table-row md:py-0"
    >
      <td role="cell" className={`contents ${cellClass}`}>
        <div className="contents md:flex md:items-center md:gap-6">
          <CartPicture
            image={item.image}
            className="row-span-2 size-22 md:size-24 xl:size-32"
            sizes="(min-width: 80rem) 128px, (min-width: 48rem) 96px, 88px"
          />
          <div className="min-w-0 pt-1 md:pt-0">
            <p className="leading-5.5">
              <LineLink item={item} />
            </p>
            <p className="text-secondary text-sm">{weightText(item.weight)}</p>
          </div>
        </div>
      </td>
      <td role="cell" className={`col-start-2 row-start-2 text-body text-sm md:text-base ${cellClass}`}>
        {priceText(item.price)}
        <span className="md:hidden"> each</span>
      </td>
      <td role="cell" className={`col-span-2 row-start-3 pt-4 ${cellClass}`}>
        <LineStepper item={item} source={source} />
      </td>
      <td
        role="cell"
        className={`col-start-3 row-start-3 self-center justify-self-end pt-4 font-bold text-heading text-lg md:text-right ${cellClass}`}
      >
        {priceText(lineTotal(item))}
      </td>
      <td role="cell" className="col-start-3 row-start-1 justify-self-end md:table-cell md:w-11 md:align-middle">
        <RemoveButton item={item} source={source} className="-mt-2 -mr-3 md:mt-0 md:mr-0" />
      </td>
    </tr>
  );
}
