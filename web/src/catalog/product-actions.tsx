import { type ComponentType, createContext, useContext } from 'react';
import type { CardProduct } from './card-product.ts';

/** The buttons of a product card: components of other slices, passed in by the app. */
export type ProductActions = {
  AddToCartButton: ComponentType<{ product: CardProduct; isQuiet?: boolean }>;
  SaveButton: ComponentType<{ id: number; title: string }>;
};

const None = () => null;

export const ProductActionsContext = createContext<ProductActions>({ AddToCartButton: None, SaveButton: None });

export const useProductActions = (): ProductActions => useContext(ProductActionsContext);
