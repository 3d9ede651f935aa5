import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { saleTagText, Tag } from '@sokuwa/ui/tag.tsx';
import { discountPercent } from './product-texts.ts';

/** The tag on a product's picture: discount or "New". */
export function ProductTag({ product }: { product: Pick<Product, 'discount_percentage' | 'is_new'> }) {
  const percent = discountPercent(product);
  if (percent > 0) return <Tag kind="sale">{saleTagText(percent)}</Tag>;
  return product.is_new ? <Tag kind="new">New</Tag> : null;
}
