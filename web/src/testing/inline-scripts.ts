/** Returns the inline scripts of a page that browsers would run, without data blocks (JSON). */
export const findInlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)].flatMap(([, attributes = '', text = '']) =>
    attributes.includes('type="application/') || text === '' ? [] : text,
  );
