import { createElement, type SVGProps } from 'react';

type IconDefinition = { node: [tag: string, attributes: Record<string, string>][] };

/** Fill and stroke come from the class `icon`: attributes on each icon would be 4 % of the HTML of a list. */
const SVG_ATTRIBUTES = { width: 24, height: 24, viewBox: '0 0 24 24' } as const;

/**
 * Creates a component from an icon of lucide-react. The build replaces Lucide's `createLucideIcon` by this function
 * (web/vite/lucide-icons.ts): Lucide's contexts and size options take a tenth of a page's rendering time and 1 kB of
 * script (docs/decisions/page-weight.md). Icons without an `aria-label` are hidden from screen readers.
 */
export default function createLucideIcon({ node }: IconDefinition) {
  // Created once, so that React skips them when it compares renders.
  const children = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        ...SVG_ATTRIBUTES,
        'aria-hidden': props['aria-label'] === undefined,
        ...props,
        className: className ? `icon ${className}` : 'icon',
      },
      children,
    );
}
