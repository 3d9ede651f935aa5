import { AddButton } from '@sokuwa/ui/add-button.tsx';
import type { CardProduct } from '../catalog/index.ts';
import { useAddToCart } from './use-add-to-cart.ts';

/** Adds one of a card's product to the cart. Its own component, so that progress re-renders the button alone. */
export function CardAddButton({ product, isQuiet = false }: { product: CardProduct; isQuiet?: boolean }) {
  const { add, isAdding } = useAddToCart(product, { isQuiet });
  return <AddButton label={`Add ${product.title} to cart`} busy={isAdding} onClick={() => add()} />;
}
