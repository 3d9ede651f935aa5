import type { Block } from './content/page-content.ts';

/** A stretch of a text: plain words, or words that lead somewhere. */
export type Stretch = { words: string; href?: string };

/** Cuts a text of the content files at its links, `[words](/path)`. */
export const stretches = (text: string): Stretch[] =>
  text
    .split(/(\[[^\]]+\]\([^)\s]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, words, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
      return words === undefined || href === undefined ? { words: part } : { words, href };
    });

const plain = (text: string): string =>
  stretches(text)
    .map(({ words }) => words)
    .join('');

/** All texts of some blocks, in their order, links and all. */
export const textsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (typeof block === 'string') return [block];
    if ('facts' in block) return block.facts.map(({ term, words }) => `${term}: ${words}`);
    const items = 'steps' in block ? block.steps.map((step, at) => `${at + 1}. ${step}`) : block.points;
    return block.title === undefined ? items : [block.title, ...items];
  });

/** Blocks as plain text, for search engines. */
export const plainText = (blocks: readonly Block[]): string => textsOf(blocks).map(plain).join('\n');
