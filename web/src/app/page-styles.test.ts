import { describe, expect, it, vi } from 'vitest';
import { addScripts } from './page-start.ts';
import { addStyles } from './page-styles.ts';

vi.mock('browser-build:v', () => ({
  stylesheetRules: {
    fonts: '@font-face{font-family:Own}',
    rules: [
      { text: '.a{color:red}', classes: [['a']] },
      { text: '.b{color:blue}', classes: [['b']] },
      { text: '.q>.r{color:green}', classes: [['[&>.r]:q']] },
    ],
  },
}));

const PAGE = '<html><head></head><body><p class="a [&amp;&gt;.r]:q">Yam</p></body></html>';
const MODULES = ['/assets/index.js', '/assets/heads.js'];

describe('addStyles', () => {
  it('writes the rules of a complete page into its head, and returns each style for the policy', () => {
    const { html, styles } = addStyles(PAGE, true);
    const [head = ''] = html.split('</head>');
    const inPage = [...head.matchAll(/<style [^>]*>(.*?)<\/style>/g)].map(([, text]) => text);
    expect(inPage).toEqual(styles);
    expect(styles[0]).toContain('.a{color:red}.q>.r{color:green}');
    expect(styles[0]).not.toContain('.b{');
    expect(styles[1]).toBe('@font-face{font-family:Own}');
    // Browsers without scripts get the whole stylesheet.
    expect(head).toMatch(/<noscript><link rel="stylesheet" href="[^"]*"><\/noscript>$/);
  });

  it('writes the rules of templates too', () => {
    expect(addStyles(PAGE, true, '<p class="b">').styles[0]).toContain('.b{color:blue}');
  });

  it('links the whole stylesheet in another page, and preloads the main fonts', () => {
    const { html, styles } = addStyles(PAGE, false);
    expect(html).toMatch(/<link rel="preload" as="font"[^>]*><link rel="stylesheet" href="[^"]*"><\/head>/);
    expect(styles).toEqual([]);
  });
});

describe('addScripts', () => {
  it('gives a complete page one inline script, which starts its script files', () => {
    const { html, scripts } = addScripts(PAGE, MODULES, true);
    const [, attributes, text] = /<script ([^>]*)>([\s\S]*?)<\/script><\/body>/.exec(html) ?? [];
    expect(attributes).toContain('data-modules="/assets/index.js /assets/heads.js"');
    expect(scripts).toEqual([text]);
    expect(html).not.toMatch(/ src=|modulepreload" href/);
  });

  it('starts the script files of another page at once', () => {
    const { html, scripts } = addScripts(PAGE, MODULES, false);
    for (const module of MODULES) expect(html).toContain(`<link rel="modulepreload" href="${module}">`);
    expect(html).toContain('<script type="module" async src="/assets/index.js"></script></body>');
    expect(scripts).toEqual([]);
  });
});
