import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { addItemsToCart } from '../cart/index.ts';
import { useAppContext } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { describeError } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';

const REASONS = {
  gone: 'is not sold any more',
  sold_out: 'is sold out',
  cart_full: 'found no room in your cart',
} as const;

/** What was put into the cart: everything, a part, or nothing; with a sentence for each item that is missing. */
export type BoughtAgain = { isAnything: boolean; missing: string[] };

/** Puts the items of an order into the cart again, as far as they are available (ORDER-70). @param onDone called with the outcome */
export function BuyAgain({ items, onDone }: Pick<Order, 'items'> & { onDone: (outcome: BoughtAgain) => void }) {
  const context = useAppContext();
  const token = useSessionToken();
  const [busy, setBusy] = useState(false);
  const buy = async () => {
    setBusy(true);
    try {
      const lines = items.map(({ product_id, quantity }) => ({ product_id, quantity }));
      const { capped, dropped } = await addItemsToCart(context, token, lines);
      const titleOf = (id: number) => items.find(({ product_id }) => product_id === id)?.product_name ?? '';
      const missing = [
        ...capped.map(({ title, added, requested }) => `Only ${added} of ${requested} of ${title} could be added.`),
        ...dropped.map(({ product_id, reason }) => `${titleOf(product_id)} ${REASONS[reason]}.`),
      ];
      const notAdded = new Set([
        ...dropped.map(({ product_id }) => product_id),
        ...capped.filter(({ added }) => added === 0).map(({ product_id }) => product_id),
      ]);
      onDone({ isAnything: items.some(({ product_id }) => !notAdded.has(product_id)), missing });
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      icon={<RotateCcw className="size-5" />}
      onClick={() => void buy()}
    >
      Buy Again
    </Button>
  );
}

/** Says what is in the cart, and what is not available. */
export function BoughtAgainNote({ outcome: { isAnything, missing } }: { outcome: BoughtAgain }) {
  return (
    <Alert kind={missing.length === 0 ? 'success' : 'warning'}>
      <p className="font-semibold">
        {isAnything
          ? missing.length === 0
            ? 'The items of this order are in your cart.'
            : 'A part of this order is in your cart.'
          : 'Nothing of this order can be bought now.'}
      </p>
      {missing.length > 0 && (
        <ul>
          {missing.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {isAnything && (
        <PageLink path="/product/shopping/cart" className={`mt-1 inline-flex min-h-11 items-center ${textLinkClass}`}>
          View Cart
        </PageLink>
      )}
    </Alert>
  );
}
