import { expect, it } from 'vitest';
import { linksIn } from './mailbox.rules.ts';

it('decodes every entity that mail texts contain', () => {
  expect(linksIn('<a href="https://shop.test/?a=&lt;&gt;&quot;&amp;lt;&copy;">A</a>')).toEqual([
    'https://shop.test/?a=<>"&lt;&copy;',
  ]);
});

it('ignores addresses outside of links', () => {
  expect(linksIn('<p data-href="https://shop.test/a" title="https://shop.test/b">https://shop.test/c</p>')).toEqual([]);
});

it('returns each web address once, in order, with entities decoded', () => {
  const html = `<a class="x" href="http://shop.test/a?b=1&amp;c=&#x27;2&#x27;">A</a> <a href="mailto:care@shop.test">us</a>
    <a href="https://shop.test/">B</a><a href="http://shop.test/a?b=1&amp;c=&#39;2&#39;">A</a>`;
  expect(linksIn(html)).toEqual(["http://shop.test/a?b=1&c='2'", 'https://shop.test/']);
});
