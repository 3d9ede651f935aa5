import { describe, expect, it, vi } from 'vitest';
import { buildScripts } from './page-start.ts';
import { buildStyles } from './page-styles.ts';

vi.mock('browser-build:v', () => ({
  stylesheetRules: [
    { text: '.a{color:red}', classes: [['a']] },
    { text: '.b{color:blue}', classes: [['b']] },
    { text: '.q>.r{color:green}', classes: [['[&>.r]:q']] },
  ],
}));
vi.mock('@sokuwa/ui/styles/fallback-fonts.css?raw', () => ({ default: '@font-face{font-family:Fallback}' }));
vi.mock('@sokuwa/ui/styles/web-fonts.css?raw', () => ({ default: '/* Ours. */\n@font-face{\n  font-family:Own}' }));

const PAGE = '<html><head></head><body><p class="a [&amp;&gt;.r]:q">Yam</p></body></html>';
const MODULES = ['/assets/index.js', '/assets/heads.js'];

describe('buildStyles', () => {
  it('writes the rules of a complete page into its head, and returns each style for the policy', () => {
    const { head, styles } = buildStyles(PAGE, true);
    const inPage = [...head.matchAll(/<style [^>]*>(.*?)<\/style>/g)].map(([, text]) => text);
    // Browsers without scripts get the web fonts at once, and the whole stylesheet.
    expect(inPage).toEqual(styles);
    expect(styles[0]).toContain('@font-face{font-family:Fallback}.a{color:red}.q>.r{color:green}');
    expect(styles[0]).not.toContain('.b{');
    expect(styles[1]).toBe('@font-face{font-family:Own}');
    expect(head).toMatch(
      /<noscript><style>@font-face{font-family:Own}<\/style><link rel="stylesheet" href="[^"]*"><\/noscript>$/,
    );
  });

  it('takes no classes from scripts, whose data contains what visitors type', () => {
    const script = '<script>{query:"x class=",b:"b",min_price:1}</script>';
    const page = PAGE.replace('<p', `${script}<p`).replace('</body>', '<p class="b"></p></body>');
    expect(buildStyles(page, true).styles[0]).toContain('.b{color:blue}');
    expect(buildStyles(page.replace('class="b"', ''), true).styles[0]).toBe(buildStyles(PAGE, true).styles[0]);
    const quoted = PAGE.replace('</body>', '<script>{q:"x class=",b:"" b "}</script></body>');
    expect(buildStyles(quoted, true).styles[0]).not.toContain('.b{');
  });

  it('writes the rules of what is yet to be written into the page too', () => {
    expect(buildStyles(PAGE, true, [new Set(['b'])]).styles[0]).toContain('.b{color:blue}');
  });

  it('links the whole stylesheet in another page, and declares and preloads the fonts', () => {
    const { head, styles } = buildStyles(PAGE, false);
    expect(head).toMatch(
      /<link rel="preload" as="font"[^>]*><style>(.*)<\/style><link rel="stylesheet" href="[^"]*">$/,
    );
    expect(styles).toEqual(['@font-face{font-family:Fallback}@font-face{font-family:Own}']);
  });
});

describe('buildScripts', () => {
  it('gives a complete page one inline script, which starts its script files', () => {
    const { head, body, scripts } = buildScripts(MODULES, true);
    const [, attributes, text] = /^<script ([^>]*)>([\s\S]*?)<\/script>$/.exec(body) ?? [];
    expect(attributes).toContain('data-modules="/assets/index.js /assets/heads.js"');
    expect(scripts).toEqual([text]);
    expect(() => new Function(text ?? '')).not.toThrow();
    expect(head + body).not.toMatch(/ src=|modulepreload" href/);
  });

  it('starts the script files of another page at once', () => {
    const { head, body, scripts } = buildScripts(MODULES, false);
    for (const module of MODULES) expect(head).toContain(`<link rel="modulepreload" href="${module}">`);
    expect(body).toBe('<script type="module" async src="/assets/index.js"></script>');
    expect(scripts).toEqual([]);
  });
});
