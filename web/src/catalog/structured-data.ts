/** Data for search engines. "<" is written otherwise, or a text with "</script>" in it would end the block. */
export const structuredData = (data: object) => ({
  type: 'application/ld+json',
  children: JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'),
});

/** The way to a page, as data: names and paths from Home on. */
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

/** Search engines show about so many letters of a description. */
const SHOWN = 160;

/** The beginning of a text for a page's description, cut after a whole word. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1).replace(/\s+\S*$/, '')}…`;
};
