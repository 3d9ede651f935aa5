import { tidyText } from '@sokuwa/contract/catalog/product.rules.ts';
import { escapeHtml } from '@sokuwa/contract/html.ts';
import { Parser } from 'htmlparser2';

/** Elements that form a paragraph. */
const PARAGRAPH_ELEMENTS = new Set(
  'p div section article header footer h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure hr'.split(' '),
);
/** Elements that start a new line. */
const LINE_ELEMENTS = new Set('li tr dt dd br'.split(' '));
/** Elements whose content is not readable text. */
const HIDDEN_ELEMENTS = new Set('script style template noscript iframe object svg head title'.split(' '));

/** Converts an HTML description to text: markup becomes line breaks and blank lines, scripts are removed. */
export const htmlToText = (html: string): string => {
  const parts: string[] = [];
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (HIDDEN_ELEMENTS.has(name)) hiddenDepth++;
      if (PARAGRAPH_ELEMENTS.has(name)) parts.push('\n\n');
      if (LINE_ELEMENTS.has(name)) parts.push('\n');
      if (name === 'li') parts.push('- ');
      if (name === 'td' || name === 'th') parts.push(' ');
    },
    ontext: (text) => {
      if (hiddenDepth === 0) parts.push(text.replace(/\s/g, ' '));
    },
    onclosetag: (name) => {
      if (HIDDEN_ELEMENTS.has(name)) hiddenDepth--;
      if (PARAGRAPH_ELEMENTS.has(name)) parts.push('\n\n');
    },
  });
  parser.write(html);
  parser.end();
  return tidyText(parts.join(''));
};

/** Converts text to HTML: a blank line ends a paragraph, other line breaks become <br>. */
export const textToHtml = (text: string): string =>
  text === ''
    ? ''
    : text
        .split('\n\n')
        .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
        .join('');
