import { brand } from '@sokuwa/contract/brand.ts';

/** A page's own words for its head. */
export type PageWords = {
  origin: string;
  /** Path and query of the page's own address. */
  path: string;
  title: string;
  description: string;
  /** Path of the picture that stands for the page where it is shared; the shop's own mark otherwise. */
  image?: string | undefined;
  type?: 'website' | 'product';
  /** Whether search engines may list the page. */
  indexed?: boolean;
};

/** Search engines show about so many letters. */
const SHOWN = 160;
const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1).replace(/\s\S*$/, '')}…`;
};

/**
 * The origin for addresses that must be whole. The browser knows its own; on the server it comes with the request.
 */
export const shopOrigin = (site: { origin: string }): string => (import.meta.env.SSR ? site.origin : location.origin);

/** Title, description, canonical link and Open Graph of a page. */
export const pageHead = ({ origin, path, title, description, image, type = 'website', indexed = true }: PageWords) => {
  const fullTitle = `${title} | ${brand.name}`;
  const summary = shorten(description);
  return {
    meta: [
      { title: fullTitle },
      { name: 'description', content: summary },
      { property: 'og:type', content: type },
      { property: 'og:title', content: title },
      { property: 'og:description', content: summary },
      { property: 'og:url', content: origin + path },
      { property: 'og:image', content: origin + (image ?? '/brand/icon-512.png') },
      { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
      ...(indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    ],
    links: [{ rel: 'canonical', href: origin + path }],
  };
};

/** Data for search engines. "<" is written otherwise, or a text with "</script>" in it would end the block. */
export const structuredData = (data: object) => ({
  type: 'application/ld+json',
  children: JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'),
});

/** The way to a page, as data. */
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
