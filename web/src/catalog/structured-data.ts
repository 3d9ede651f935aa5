/** A JSON-LD block for search engines. "<" is escaped, so that no text can end the script element. */
export const structuredData = (data: object) => ({
  type: 'application/ld+json',
  children: JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'),
});

/** Breadcrumbs as structured data: names and paths, starting with Home. */
export const breadcrumbData = (origin: string, trail: readonly { name: string; path: string }[]) =>
  structuredData({
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + path,
    })),
  });

/** Number of characters that search engines show of a description. */
const SHOWN = 160;

/** The beginning of a text, cut after a whole word, for a page's description. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1).replace(/\s+\S*$/, '')}…`;
};
