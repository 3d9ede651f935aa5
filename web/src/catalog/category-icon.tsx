/** Icons of the demo categories by name; other categories have a neutral one. */
const FILES: Record<string, string> = {
  'Food Items': 'food',
  'African Arts And Crafts': 'arts',
  'African Fashion': 'fashion',
  'Home & Kitchen': 'home',
  'Health & Beauty': 'beauty',
};

/** The icon of a category, shown if a product has no picture. A file instead of inline SVG, because it is rarely needed. */
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
