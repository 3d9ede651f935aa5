/** A JSON-LD script for search engines. "<" is escaped, so that no text can end the script element. */
export const structuredData = (data: object) => ({
  type: 'application/ld+json',
  children: JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'),
});

/** Breadcrumbs as structured data: names and paths, starting with Home. */
export const breadcrumbData = (origin: string, trail: readonly { name: string; path: string }[]) =>
  structuredData({
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  });

/** Number of characters that search engines show of a description. */
const MAX_DESCRIPTION_LENGTH = 160;

/** Cuts a text after a whole word, for the description of a page. */
export const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_DESCRIPTION_LENGTH
    ? line
    : `${line.slice(0, MAX_DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
};
