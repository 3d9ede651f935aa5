import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { pageMeta } from '../lib/page-head.ts';
import { picturePreloads } from '../lib/picture-preload.ts';
import type { HeadSite } from './list-head.ts';
import { GALLERY_SIZES } from './picture-sizes.ts';
import { breadcrumbData, shorten, structuredData } from './structured-data.ts';

const productData = (product: ProductDetail, url: string, origin: string) => ({
  '@type': 'Product',
  name: product.title,
  description: product.description,
  image: product.products_images.map(({ image_url }) => origin + image_url),
  sku: String(product.id),
  category: product.category,
  weight: { '@type': 'QuantitativeValue', value: product.weight, unitCode: 'KGM' },
  ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
  offers: {
    '@type': 'Offer',
    url,
    priceCurrency: 'NGN',
    price: product.discount_price,
    availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: product.merchant_profile.store_name },
  },
});

/** Head of a product page: title, description, pictures and structured data. */
export const productHead = (product: ProductDetail, site: HeadSite) => {
  const { origin } = site;
  const path = `/product/details/${product.id}`;
  const image = product.products_images[0]?.image_url;
  const { category, category_id, sub_item } = product;
  const trail = [
    { name: 'Home', path: '/' },
    { name: category, path: `/product/list/${category_id}?section=productCategory&categoryId=${category_id}&page=1` },
    {
      name: sub_item.name,
      path: `/product/list/${sub_item.id}?section=productSubCategory&subCategoryId=${sub_item.id}&page=1`,
    },
    { name: product.title, path },
  ];
  return {
    meta: [
      ...pageMeta({
        title: product.title,
        description: shorten(`${product.display_price}. ${product.description}`),
        ...(image && { image: origin + image }),
      }),
      { property: 'og:type', content: 'product' },
      { property: 'product:price:amount', content: String(product.discount_price) },
      { property: 'product:price:currency', content: 'NGN' },
    ],
    links:
      import.meta.env.SSR && image ? picturePreloads(site, { src: image, kind: 'product', sizes: GALLERY_SIZES }) : [],
    scripts: [structuredData(productData(product, origin + path, origin)), breadcrumbData(origin, trail)],
  };
};
