import type { Template } from '@sokuwa/ui/cached-html.tsx';
import { hasPictureSources } from '@sokuwa/ui/picture-sources.ts';
import type { CardProduct } from './card-product.ts';
import { discountPercent, formatOldPrice, formatWeight } from './product-texts.ts';

/** Stands for the values of a product in the template of a card. */
const PLACEHOLDERS = {
  id: 7_300_000_001_937,
  title: 'zqTitleqz',
  weight: 7_300_000_002_937,
  price: 7_300_000_003_937,
  display_price: 'zqDisplayPriceqz',
  converted_price: 'zqConvertedPriceqz',
  discount_percentage: '7300000004937%',
  gloss: 'zqGlossqz',
};
const IMAGE_FOLDER_PLACEHOLDER = '/media/zqImageqz';

/** The texts of a card that come from its product; '' if it does not show one. */
const readTexts = (product: CardProduct, imageFolder: string): string[] => {
  const percent = discountPercent(product);
  return [
    String(product.id),
    product.title,
    formatWeight(product.weight),
    product.gloss ?? '',
    product.display_price,
    product.converted_price,
    formatOldPrice(product) ?? '',
    percent === 0 ? '' : String(percent),
    imageFolder,
  ];
};

/**
 * How the server can render a card from a template.
 * @param rest the other properties of the card, as text
 * @returns undefined if it cannot: the picture is none of the shop's own
 */
export const describeCard = (
  product: CardProduct,
  rest: string,
): { template: Template; texts: readonly string[]; placeholder: CardProduct } | undefined => {
  const image = product.products_images[0]?.image_url;
  if (image && !hasPictureSources(image)) return undefined;
  const folder = image ? image.slice(0, image.lastIndexOf('/')) : '';
  const file = image?.slice(folder.length);
  const percent = discountPercent(product);
  if (percent < 0) return undefined;
  const placeholder: CardProduct = {
    ...PLACEHOLDERS,
    converted_price: product.converted_price && PLACEHOLDERS.converted_price,
    discount_percentage: percent === 0 ? '0%' : PLACEHOLDERS.discount_percentage,
    gloss: product.gloss ? PLACEHOLDERS.gloss : null,
    stock: product.stock > 0 ? 1 : 0,
    is_new: product.is_new,
    category: image ? '' : product.category,
    products_images: image ? [{ image_url: IMAGE_FOLDER_PLACEHOLDER + file }] : [],
  };
  const shows = { converted: Boolean(product.converted_price), discount: percent > 0, gloss: Boolean(product.gloss) };
  const { stock, is_new, category } = placeholder;
  const shape = JSON.stringify([rest, shows, stock, is_new, category, file]);
  const placeholders = readTexts(placeholder, image ? IMAGE_FOLDER_PLACEHOLDER : '');
  return { template: { shape, placeholders }, texts: readTexts(product, folder), placeholder };
};
