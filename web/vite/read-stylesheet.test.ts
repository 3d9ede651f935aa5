import { describe, expect, it } from 'vitest';
import { selectRules } from '../src/app/css-rules.ts';
import { readStylesheet } from './read-stylesheet.ts';

/** The rules of a stylesheet for a page with some classes, without white space. */
const select = (css: string, ...classes: string[]): string =>
  selectRules(readStylesheet(css), new Set(classes)).replace(/\s+/g, '');

describe('the styles of a page', () => {
  it('have the rules of its classes and those without classes, in their order', () => {
    const css = '.b{color:blue}p{margin:0}.c{color:cyan}.a{color:red}';
    expect(select(css, 'a', 'b')).toBe('.b{color:blue}p{margin:0}.a{color:red}');
  });

  it('have a rule when all classes of one of its selectors are on the page', () => {
    const css = '.a .b,.c{color:red}';
    expect(select(css, 'a')).toBe('');
    expect(select(css, 'c')).toBe('.a.b,.c{color:red}');
    expect(select(css, 'a', 'b')).not.toBe('');
  });

  it('have a rule whose class must be absent', () => {
    const css = '.a:not(.open .b){color:red}';
    expect(select(css, 'a')).not.toBe('');
  });

  it('have a rule that needs one of several classes', () => {
    expect(select(':is(.a,.b) p{color:red}', 'b')).not.toBe('');
    expect(select('[style*=".x"]{color:red}')).not.toBe('');
  });

  it('have what the focus shows of an element that was hidden', () => {
    const css = String.raw`.focus\:not-sr-only:focus{position:static}`;
    expect(select(css, 'focus:not-sr-only')).not.toBe('');
  });

  it('understand escaped class names', () => {
    const css = String.raw`.md\:p-1\.5{padding:1px}.hover\:a:hover{color:red}`;
    expect(select(css, 'md:p-1.5', 'hover:a')).toBe(String.raw`.md\:p-1\.5{padding:1px}`);
  });

  it('keep layers and conditions that are not empty, and the order of layers', () => {
    const css = '@layer base,utilities;@layer utilities{@media (width>1px){.a{color:red}}@media print{.b{color:red}}}';
    expect(select(css, 'a')).toBe('@layerbase,utilities;@layerutilities{@media(width>1px){.a{color:red}}}');
  });

  it('have custom properties, registered properties and keyframes only if something used mentions them', () => {
    const css = `:root{--one:var(--two);--two:2px;--three:3px}@property --tw-x{syntax:"*";inherits:false}
      @property --tw-y{syntax:"*";inherits:false}@keyframes sk-turn{to{rotate:1turn}}@keyframes sk-fade{to{opacity:0}}
      .a{padding:var(--one);translate:var(--tw-x);animation:sk-turn 1s}`;
    const text = select(css, 'a');
    expect(text).toContain(':root{--one:var(--two);--two:2px;}');
    expect(text).toContain('@property--tw-x');
    expect(text).toContain('@keyframessk-turn');
    expect(text).not.toMatch(/--three|--tw-y|sk-fade/);
  });

  it.each([
    '.a:hover{color:red}',
    '.a:focus-visible{color:red}',
    '.a:active .b{color:red}',
    ':is(.a,.b)[data-starting-style]{opacity:0}',
    '.a{transition:all 1s}',
  ])('have no rule that needs an interaction: %s', (css) => expect(select(css, 'a', 'b')).toBe(''));

  it.each(['::-webkit-datetime-edit', 'code,pre', 'sub,sup', ':where(select) optgroup'])(
    'have no rule of %s, which only pages with the whole stylesheet contain',
    (selector) => {
      expect(select(`${selector}{margin:0}`)).toBe('');
      expect(select(`${selector},p{margin:0}`)).not.toBe('');
    },
  );

  it('have a rule for what is not pointed at', () => {
    expect(select('.a:not(:hover){color:red}', 'a')).toBe('.a:not(:hover){color:red}');
  });
});
