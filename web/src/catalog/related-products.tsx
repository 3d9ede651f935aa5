import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { ProductCardSkeleton, ProductGrid } from '@sokuwa/ui/product-card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../lib/app-context.ts';
import { relatedQuery } from './catalog.queries.ts';
import { ProductCard } from './product-card.tsx';

const ALL_PRODUCTS = { section: 'productList', page: 1 };
const SIZES = '(min-width: 1280px) 190px, (min-width: 768px) 30vw, 45vw';
const SKELETON_KEYS = [1, 2, 3, 4];

/** Other products for the same dish or use. */
export function PairedProducts({ pairing: { use, products } }: { pairing: NonNullable<ProductDetail['pairing']> }) {
  return (
    <section aria-labelledby="paired" className="mt-12 lg:mt-14">
      <h2 id="paired" className="mb-5 font-display text-2xl text-heading">
        For {use}
      </h2>
      <ProductGrid kind="deals" label={`For ${use}`}>
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} search={ALL_PRODUCTS} sizes={SIZES} />
          </li>
        ))}
      </ProductGrid>
    </section>
  );
}

/** Other products of the same sub-item; nothing when there are none or loading fails. */
export function RelatedProducts({ product, country }: { product: ProductDetail; country: string }) {
  const api = useApi();
  const { data, isPending } = useQuery(relatedQuery(api, product.id, country));
  if (!isPending && !data?.length) return null;
  const search = { section: 'productSubCategory', subCategoryId: product.sub_item.id, page: 1 };
  return (
    <section aria-labelledby="related" className="mt-12 lg:mt-14">
      <h2 id="related" className="mb-5 font-display text-2xl text-heading">
        More in {product.sub_item.name}
      </h2>
      <ProductGrid kind="related" label="Related products" busy={isPending}>
        {data?.map((other) => (
          <li key={other.id}>
            <ProductCard
              product={other}
              search={search}
              addsQuietly
              sizes="(min-width: 1280px) 300px, (min-width: 768px) 22vw, 45vw"
            />
          </li>
        )) ??
          SKELETON_KEYS.map((key) => (
            <li key={key}>
              <ProductCardSkeleton />
            </li>
          ))}
      </ProductGrid>
    </section>
  );
}
