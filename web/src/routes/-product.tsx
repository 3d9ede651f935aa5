import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { BuyBox } from '../cart/index.ts';
import { ProductPage } from '../catalog/index.ts';
import { ContactSeller } from '../messages/index.ts';
import { ReportProduct } from '../moderation/index.ts';
import { FollowButton, SaveButton, useRecordView } from '../saved/index.ts';
import { WithProductActions } from './-product-actions.tsx';

export { ProductLoading } from '../catalog/index.ts';

export function Product({ product, country }: { product: ProductDetail; country: string }) {
  const { id, title, merchant_profile: merchant } = product;
  useRecordView(id);
  return (
    <WithProductActions>
      <ProductPage
        key={id}
        product={product}
        country={country}
        slots={{
          buyBox: <BuyBox product={product} />,
          saveButton: <SaveButton id={id} title={title} />,
          followButton: <FollowButton id={merchant.merchant_id} name={merchant.store_name} className="px-2!" />,
          report: <ReportProduct id={id} title={title} />,
          contactSeller: (isOpen) => <ContactSeller product={product} open={isOpen} />,
        }}
      />
    </WithProductActions>
  );
}
