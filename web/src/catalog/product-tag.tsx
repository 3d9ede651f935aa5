import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { saleTagText, Tag } from '@sokuwa/ui/tag.tsx';
import { discountPercent } from './product-texts.ts';

/** The word on a product's picture: its discount, else that it is new. */
export function ProductTag({ product }: { product: Pick<Product, 'discount_percentage' | 'is_new'> }) {
  const percent = discountPercent(product);
  if (percent > 0) return <Tag kind="sale">{saleTagText(percent)}</Tag>;
  return product.is_new ? <Tag kind="new">New</Tag> : null;
}
