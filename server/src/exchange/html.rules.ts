import { Parser } from 'htmlparser2';
import { tidyText } from './record.rules.ts';

/** What begins and ends a paragraph, and what only a line. */
const PARAGRAPHS = new Set(
  'p div section article header footer h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure hr'.split(' '),
);
const LINES = new Set('li tr dt dd br'.split(' '));
/** What is not meant to be read. */
const UNREAD = new Set('script style template noscript iframe object svg head title'.split(' '));

/** The text of a description in HTML; its markup becomes lines and empty lines, and scripts are gone. */
export const htmlToText = (html: string): string => {
  const parts: string[] = [];
  let unread = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (UNREAD.has(name)) unread++;
      if (PARAGRAPHS.has(name)) parts.push('\n\n');
      if (LINES.has(name)) parts.push('\n');
      if (name === 'li') parts.push('- ');
      if (name === 'td' || name === 'th') parts.push(' ');
    },
    ontext: (text) => {
      if (unread === 0) parts.push(text.replace(/\s+/g, ' '));
    },
    onclosetag: (name) => {
      if (UNREAD.has(name)) unread--;
      if (PARAGRAPHS.has(name)) parts.push('\n\n');
    },
  });
  parser.write(html);
  parser.end();
  return tidyText(parts.join(''));
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML that says the same: an empty line ends a paragraph, other line ends are kept. */
export const textToHtml = (text: string): string =>
  text === ''
    ? ''
    : text
        .split('\n\n')
        .map(
          (paragraph) =>
            `<p>${paragraph.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\n', '<br>')}</p>`,
        )
        .join('');
