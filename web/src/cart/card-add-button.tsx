import { AddButton } from '@sokuwa/ui/add-button.tsx';
import type { CardProduct } from '../catalog/index.ts';
import { useAddToCart } from './use-add-to-cart.ts';

/** Adds one of a card's product to the cart. Its own component, so that progress re-renders the button alone. */
export function CardAddButton({ product: { id, title, weight, products_images } }: { product: CardProduct }) {
  const { add, isAdding } = useAddToCart();
  const image = products_images[0]?.image_url;
  return (
    <AddButton
      label={`Add ${title} to cart`}
      busy={isAdding(id)}
      onClick={() => add({ id, title, weight, ...(image && { image }) })}
    />
  );
}
