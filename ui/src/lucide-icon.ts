import { createElement, type SVGProps } from 'react';

type Drawing = { node: [tag: string, attributes: Record<string, string>][] };

const FRAME = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Makes a component of one of Lucide's drawings; the build puts it in the place of Lucide's own function of this name,
 * whose contexts, sizes and aliases the shop has no use for: they cost a tenth of a page's rendering and a kB of script
 * (docs/decisions/page-weight.md). Readers pass over an icon that has no name.
 */
export default function createLucideIcon({ node }: Drawing) {
  // Made once: React then knows them for the same.
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props: SVGProps<SVGSVGElement>) =>
    createElement('svg', { ...FRAME, 'aria-hidden': props['aria-label'] === undefined, ...props }, lines);
}
