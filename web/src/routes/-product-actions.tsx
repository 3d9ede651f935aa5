import type { ReactNode } from 'react';
import { CardAddButton } from '../cart/index.ts';
import { type ProductActions, ProductActionsContext } from '../catalog/index.ts';
import { HeartButton } from '../saved/index.ts';

const PRODUCT_ACTIONS: ProductActions = { AddToCartButton: CardAddButton, SaveButton: HeartButton };

/** Around each page with product cards: the buttons of the cards. */
export function WithProductActions({ children }: { children: ReactNode }) {
  return <ProductActionsContext value={PRODUCT_ACTIONS}>{children}</ProductActionsContext>;
}
