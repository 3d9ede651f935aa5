import { askForReview } from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatDayAndTime } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

/** What the merchant does next. */
const describeNext = ({ asked_at, can_ask }: NonNullable<OwnProduct['taken_down']>): string => {
  if (asked_at !== null)
    return `You asked for a review on ${formatDayAndTime(asked_at)}. You get a mail when it is decided.`;
  return can_ask
    ? 'You have changed it. Ask the shop to look at it again.'
    : 'Change it and save. Then you can ask the shop to look at it again.';
};

/** Says that the shop has taken a product down and why, and asks for a review. */
export function TakedownNote({
  storeId,
  product: { id, taken_down },
  canChange,
  onAsked,
}: {
  storeId: number;
  product: OwnProduct;
  canChange: boolean;
  onAsked: (product: OwnProduct) => void;
}) {
  const ask = useMutation({
    mutationFn: () => getStoreApi(storeId).call(askForReview, { params: { productId: id } }),
    onSuccess: (asked) => {
      onAsked(asked);
      toast.success('The shop will look at it again');
    },
    onError: (error) => toast.error(describeError(error)),
  });
  if (!taken_down) return null;
  return (
    <Note tone="warning" className="mb-3">
      <p>
        <b className="font-semibold">The shop took this product down on {formatDayAndTime(taken_down.at)}:</b> “
        {taken_down.reason}”
      </p>
      <p className="mt-1">{describeNext(taken_down)}</p>
      {canChange && taken_down.can_ask && (
        <Button className="mt-2" busy={ask.isPending} onClick={() => ask.mutate()}>
          Ask for a review
        </Button>
      )}
    </Note>
  );
}

/** Says that the shop has merged a product into another one. */
export function MergedNote({ storeId, intoId }: { storeId: number; intoId: number }) {
  return (
    <Note className="mb-3">
      Your store had this product twice, so the shop has merged it into{' '}
      <Link
        to="/store/$storeId/products/$productId"
        params={{ storeId: String(storeId), productId: String(intoId) }}
        className="text-link"
      >
        product {intoId}
      </Link>
      . Work with that one.
    </Note>
  );
}
