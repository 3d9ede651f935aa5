import { createFileRoute } from '@tanstack/react-router';
import { BuyBox } from '../cart/index.ts';
import {
  loadProduct,
  loadProductHead,
  ProductErrorPage,
  ProductLoading,
  ProductNotFoundPage,
  ProductPage,
} from '../catalog/index.ts';
import { validateListSearch } from '../lib/list-search.ts';
import { ContactSeller } from '../messages/index.ts';
import { FollowButton, SaveButton, useRecordView } from '../saved/index.ts';

export const Route = createFileRoute('/product/details/$id')({
  // The search params of the previous list stay in the URL; the page itself does not use them.
  validateSearch: validateListSearch,
  loader: ({ context, params }) => loadProduct(context, params.id),
  head: ({ loaderData, match }) => (loaderData ? loadProductHead(loaderData.product, match.context.site.origin) : {}),
  pendingMs: 200,
  component: Product,
  pendingComponent: ProductLoading,
  errorComponent: ProductErrorPage,
  notFoundComponent: ProductNotFoundPage,
});

function Product() {
  const { product, country } = Route.useLoaderData();
  const { id, title, merchant_profile: merchant } = product;
  useRecordView(id);
  return (
    <ProductPage
      key={id}
      product={product}
      country={country}
      slots={{
        buyBox: <BuyBox product={product} />,
        saveButton: <SaveButton id={id} title={title} />,
        followButton: <FollowButton id={merchant.merchant_id} name={merchant.store_name} className="px-2!" />,
        contactSeller: (isOpen) => <ContactSeller product={product} open={isOpen} />,
      }}
    />
  );
}
