import { describe, expect, test } from 'vitest';
import { htmlToText, textToHtml } from './html.rules.ts';

describe('the text of an HTML description', () => {
  test.each('p div section article header footer h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure'.split(' '))(
    'has a blank line before and after <%s>',
    (name) => {
      expect(htmlToText(`before<${name}>within</${name}>after`)).toBe('before\n\nwithin\n\nafter');
    },
  );

  test.each(['tr', 'dt', 'dd'])('begins a line at <%s>', (name) => {
    expect(htmlToText(`before<${name}>within</${name}>`)).toBe('before\nwithin');
  });

  test.each('script style template noscript iframe object svg head title'.split(' '))(
    'leaves out <%s> with its content, and has all text after it',
    (name) => {
      expect(htmlToText(`before <${name}>hidden</${name}>after`)).toBe('before after');
    },
  );

  test.each([
    ['before<hr>after', 'before\n\nafter'],
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['<ol><li>A</li><li>B <b>bold</b></li></ol>', '- A\n- B bold'],
    ['<tr><th>Size</th><th>Weight</th></tr><tr><td>5</td><td>9</td></tr>', 'Size Weight\n5 9'],
    // The end of the text may look like the start of markup.
    ['Beans &am', 'Beans &am'],
    ['5 &lt; 6 &amp', '5 < 6 &'],
    ['<svg><title>hidden</title>hidden</svg>shown', 'shown'],
    ['<b>bold</b><i>er</i>', 'bolder'],
    ['much   \n\t space', 'much space'],
    ['<p>a</p>\n\n\n<p>b</p>', 'a\n\nb'],
  ])('of %j is %j', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });
});

test.each([
  ['', ''],
  ['one', '<p>one</p>'],
  ['one\ntwo\nthree\n\nfour', '<p>one<br>two<br>three</p><p>four</p>'],
  ['1 < 2 & "3"', '<p>1 &lt; 2 &amp; &quot;3&quot;</p>'],
])('the HTML of %j is %j', (text, html) => {
  expect(textToHtml(text)).toBe(html);
});
