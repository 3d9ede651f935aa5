import { type AtRule, type ChildNode, type Container, parse, type Rule } from 'postcss';
import type { StyleRule } from '../src/app/css-rules.ts';

const NAMED = ['keyframes', 'property'];

/** States that an element is in only after an interaction, which loads the whole stylesheet. */
const INTERACTION = /:(?:hover|active|focus(?:-visible|-within)?)\b|\[data-(?:starting|ending)-style\]/;
/** Conditions that must not hold. */
const ABSENT = /:not\((?:[^()]|\([^()]*\))*\)/g;
/** Of several classes one is enough, so none is required. */
const ALTERNATIVES = /:(?:is|where)\([^()]*,[^()]*\)/g;
const STRINGS = /"[^"]*"|'[^']*'/g;
const ESCAPED = /\\./g;
/** A class for focus of any kind, with which the skip link shows. The focus may come before the whole stylesheet. */
const FOCUS_CLASS = /^\.focus\\:/;

/** What only pages with the whole stylesheet contain: certain elements, and the parts of a date field. */
const ELSEWHERE = /^(?:abbr|code|kbd|samp|pre|sub|sup|table)\b|\boptgroup\b|^::-webkit-date/;

const needsInteraction = (selector: string): boolean =>
  INTERACTION.test(selector.replace(ESCAPED, '').replace(ABSENT, '')) && !FOCUS_CLASS.test(selector);

/** The class names of a selector, without escapes. Those that must be absent do not count. */
const classesOf = (selector: string): string[] =>
  [
    ...selector
      .replace(ABSENT, '')
      .replace(ALTERNATIVES, '')
      .replace(STRINGS, '')
      .matchAll(/\.((?:\\.|[\w-])+)/g),
  ].map(([, name = '']) => name.replace(/\\(.)/g, '$1'));

/** Declarations that have an effect only when something changes or is pointed at. */
const isLate = (node: ChildNode): boolean =>
  node.type === 'decl' && /^(?:transition|cursor$|--tw-(?:duration|ease)$)/.test(node.prop);

const toStyleRules = (rule: Rule): StyleRule[] => {
  if (rule.selectors.includes(':root'))
    return [{ head: rule.selector, rules: rule.nodes.map((node) => toNamed(`${node};`, node)) }];
  const selectors = rule.selectors.filter((selector) => !needsInteraction(selector) && !ELSEWHERE.test(selector));
  if (selectors.length === 0 || rule.nodes.every(isLate)) return [];
  return [{ text: rule.toString(), classes: selectors.map(classesOf) }];
};

/** A custom property of the root, keyframes or a registered property: needed only if a rule mentions its name. */
const toNamed = (text: string, node: ChildNode): StyleRule => {
  if (node.type === 'decl' && node.variable) return { text, name: node.prop };
  if (node.type === 'atrule' && NAMED.includes(node.name)) return { text, name: node.params };
  return { text, classes: [[]] };
};

const hasRules = (node: ChildNode): node is AtRule =>
  node.type === 'atrule' && ['layer', 'media', 'supports', 'container'].includes(node.name);

const toRules = (container: Container): StyleRule[] =>
  (container.nodes ?? []).flatMap((node): StyleRule | StyleRule[] => {
    if (node.type === 'comment') return [];
    if (node.type === 'rule') return toStyleRules(node);
    // Defaults for browsers that do not know @property, which get them with the whole stylesheet.
    if (node.type === 'atrule' && node.name === 'layer' && node.params === 'properties' && node.nodes)
      return { text: '@layer properties;', classes: [[]] };
    // A layer without rules only says the order.
    if (hasRules(node) && node.nodes) return { head: `@${node.name} ${node.params}`, rules: toRules(node) };
    return toNamed(`${node}${node.type === 'atrule' && !node.nodes ? ';' : ''}`, node);
  });

/**
 * Reads the rules of a stylesheet, for pages that get only those they use (css-rules.ts). Rules that have an effect only after an
 * interaction, which loads the whole stylesheet, are left out, and so are those of elements that these pages do not contain.
 */
export const readStylesheet = (css: string): StyleRule[] => toRules(parse(css));
