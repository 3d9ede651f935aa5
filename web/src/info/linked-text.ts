import type { Block } from './content/page-content.ts';

/** A part of a text: plain, or the text of a link. */
export type TextPart = { text: string; href?: string };

/** Splits a text of the content files at its links, `[text](/path)`. */
export const splitAtLinks = (text: string): TextPart[] =>
  text
    .split(/(\[[^\]]+\]\([^)\s]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, linkText, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
      return linkText === undefined || href === undefined ? { text: part } : { text: linkText, href };
    });

const stripLinkMarkup = (text: string): string =>
  splitAtLinks(text)
    .map((part) => part.text)
    .join('');

/** All texts of the blocks in order, with their links. */
export const listTexts = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (typeof block === 'string') return [block];
    if ('facts' in block) return block.facts.map(({ term, text }) => `${term}: ${text}`);
    const items = 'steps' in block ? block.steps.map((step, index) => `${index + 1}. ${step}`) : block.points;
    return block.title === undefined ? items : [block.title, ...items];
  });

/** Blocks as plain text, for search engines. */
export const toPlainText = (blocks: readonly Block[]): string => listTexts(blocks).map(stripLinkMarkup).join('\n');
