/** Icons of the demo categories by name; another shop's categories have a neutral one. */
const FILES: Record<string, string> = {
  'Food Items': 'food',
  'African Arts And Crafts': 'arts',
  'African Fashion': 'fashion',
  'Home & Kitchen': 'home',
  'Health & Beauty': 'beauty',
};

/** The icon of a category in place of a product's picture. A file, because few products have no picture. */
export function CategoryIcon({ category }: { category: string }) {
  return (
    <img
      src={`/brand/category-${FILES[category] ?? 'other'}.svg`}
      alt=""
      width={64}
      height={64}
      loading="lazy"
      className="size-2/5 rounded-full bg-float p-[8%] shadow-sm"
    />
  );
}
