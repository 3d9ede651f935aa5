const CLASS = ' class="';
const SCRIPT = '<script';
const SCRIPT_END = '</script>';

/**
 * The values of the class attributes of HTML. Scripts are left out: their data contains what visitors type. A loop, because it runs
 * for each page, and a regular expression takes three times as long. The values are slices of the HTML, so they keep it in memory.
 */
export const classAttributesOf = (html: string): Set<string> => {
  const values = new Set<string>();
  let script = html.indexOf(SCRIPT);
  for (let at = html.indexOf(CLASS); at !== -1; ) {
    if (script !== -1 && script < at) {
      const scriptEnd = html.indexOf(SCRIPT_END, script);
      if (scriptEnd === -1) return values;
      at = html.indexOf(CLASS, scriptEnd);
      script = html.indexOf(SCRIPT, scriptEnd);
      continue;
    }
    const end = html.indexOf('"', at + CLASS.length);
    values.add(html.slice(at + CLASS.length, end));
    at = html.indexOf(CLASS, end);
  }
  return values;
};
