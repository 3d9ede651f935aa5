import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { PERISHABLE_RETURN_HOURS, RETURN_DAYS } from '@sokuwa/contract/returns/returns.rules.ts';
import { Breadcrumbs } from '@sokuwa/ui/breadcrumbs.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { PaymentMarks } from '@sokuwa/ui/payment-mark.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Tag } from '@sokuwa/ui/tag.tsx';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type LucideIcon, PackageX, RotateCcw, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { categoryLink, sectionLink, subItemLink } from '../lib/links.ts';
import { HolidayNotice } from './holiday-notice.tsx';
import { ListError } from './list-error.tsx';
import { MerchantCard } from './merchant-card.tsx';
import { useIsWhole } from './preview-state.ts';
import { ProductGallery } from './product-gallery.tsx';
import { ProductHeading } from './product-heading.tsx';
import { ProductTabs } from './product-tabs.tsx';
import { discountPercent, formatWeight } from './product-texts.ts';
import { PairedProducts, RelatedProducts } from './related-products.tsx';

const columnsClass =
  'lg:grid lg:items-start lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-10 xl:grid-cols-[minmax(0,1fr)_31.25rem] xl:gap-x-14';

/** Delivery and returns, below the button (PRODUCT-51, RETURN-10). */
const promisesOf = ({ perishable }: ProductDetail): readonly { Icon: LucideIcon; text: string }[] => [
  { Icon: Truck, text: 'Delivered worldwide; duties and taxes are paid by the buyer' },
  {
    Icon: RotateCcw,
    text: perishable
      ? `Fresh: returns within ${PERISHABLE_RETURN_HOURS} hours of delivery`
      : `Easy returns within ${RETURN_DAYS} days for unused items`,
  },
];

/** Elements of other slices on the page, passed in by the route. */
export type ProductPageSlots = {
  buyBox: ReactNode;
  saveButton: ReactNode;
  followButton: ReactNode;
  /** @param isOpen whether its tab is the selected one */
  contactSeller: (isOpen: boolean) => ReactNode;
  report: ReactNode;
};

/** The product page. Set `key` to the product's id, so that quantity and selected picture are reset. */
export function ProductPage({
  product,
  country,
  slots,
}: {
  product: ProductDetail;
  country: string;
  slots: ProductPageSlots;
}) {
  const isWhole = useIsWhole();
  return (
    <div className={`${pageClass} pb-14 md:pt-3`}>
      <ProductBreadcrumbs product={product} />
      <div className={columnsClass}>
        <ProductGallery images={product.products_images} title={product.title} tag={<GalleryTag product={product} />} />
        <Facts product={product} slots={slots} />
      </div>
      {isWhole && (
        <>
          <ProductTabs product={product} contactSeller={slots.contactSeller} />
          {slots.report}
          {product.pairing && <PairedProducts pairing={product.pairing} />}
          <RelatedProducts product={product} country={country} />
        </>
      )}
    </div>
  );
}

/** The tag of the gallery. The discount is shown beside the price instead. */
function GalleryTag({ product: { stock, is_new, merchant_profile } }: { product: ProductDetail }) {
  if (stock <= 0 && !merchant_profile.holiday) return <Tag kind="out-of-stock">Out of stock</Tag>;
  return is_new ? <Tag kind="new">New</Tag> : null;
}

function ProductBreadcrumbs({ product: { title, category, category_id, sub_item } }: { product: ProductDetail }) {
  return (
    <div className="mb-2 max-md:hidden">
      <Breadcrumbs
        links={[
          <Link key="home" to="/">
            Home
          </Link>,
          <Link key="category" {...categoryLink(category_id)}>
            {category}
          </Link>,
          <Link key="sub-item" {...subItemLink(sub_item.id)}>
            {sub_item.name}
          </Link>,
        ]}
        current={title}
      />
    </div>
  );
}

function Facts({ product, slots }: { product: ProductDetail; slots: ProductPageSlots }) {
  const { stock, weight, location } = product;
  const { holiday } = product.merchant_profile;
  const percent = discountPercent(product);
  return (
    <div className="mt-5 min-w-0 lg:mt-0">
      <ProductHeading product={product} saveButton={slots.saveButton} />
      <DashedLine className="my-6" />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-10">
        {!holiday && <Fact name="Qty Available" value={String(stock)} />}
        <Fact name="Size/Weight" value={formatWeight(weight)} />
        <Fact name="Location" value={location} />
        {percent > 0 && <Fact name="Discount" value={product.discount_percentage} />}
      </dl>
      {slots.buyBox}
      {holiday && (
        <div className="mt-4">
          <HolidayNotice holiday={holiday} />
        </div>
      )}
      <ul className="mt-5 grid gap-2 text-secondary text-sm">
        {promisesOf(product).map(({ Icon, text }) => (
          <li key={text} className="flex gap-3">
            <Icon className="size-5 text-link" />
            {text}
          </li>
        ))}
      </ul>
      <PaymentMarks className="mt-4" />
      <MerchantCard merchant={product.merchant_profile} followButton={slots.followButton} />
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="mt-0.5 font-medium text-base text-heading">{value}</dd>
    </div>
  );
}

export function ProductLoading() {
  return (
    <div className={`${pageClass} pb-14 md:pt-3`}>
      <h1 className="sr-only">Product</h1>
      <p role="status" className="py-3 text-secondary">
        Loading product details...
      </p>
      <div className={columnsClass}>
        <Skeleton className="aspect-square w-full rounded-lg! corner-72" />
        <div className="mt-6 lg:mt-0">
          <Skeleton className="h-8 w-5/6" />
          <Skeleton className="mt-3 h-8 w-1/2" />
          <Skeleton className="mt-6 h-10 w-2/5" />
          <Skeleton className="mt-10 h-12 w-full" />
        </div>
      </div>
    </div>
  );
}

/** The error page of a product. */
export function ProductErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div className={`${pageClass} pb-14 md:pt-3`}>
      <h1 className="sr-only">Product</h1>
      <ListError error={error} onRetry={() => void router.invalidate()} />
    </div>
  );
}

export function ProductNotFoundPage() {
  return (
    <div className={`${pageClass} pb-14 md:pt-3`}>
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        illustration="search"
        icon={<PackageX />}
        title="Product not found"
        action={
          <Link {...sectionLink('productList')} className={buttonClass()}>
            View All Products
          </Link>
        }
      >
        It may have sold out, or the link may be mistyped.
      </EmptyState>
    </div>
  );
}
