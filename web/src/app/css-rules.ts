/** A rule of a stylesheet. */
export type StyleRule =
  /** Needed if the page has all classes of one of its selectors. */
  | { text: string; classes: readonly (readonly string[])[] }
  /** Needed if another rule mentions its name: keyframes, a custom property. Names begin with -- or sk-. */
  | { text: string; name: string }
  /** Rules within a layer or a condition. */
  | { head: string; rules: readonly StyleRule[] };

const select = (rules: readonly StyleRule[], isNeeded: (rule: StyleRule) => boolean): string =>
  rules
    .map((rule) => {
      if (!('rules' in rule)) return isNeeded(rule) ? rule.text : '';
      const inner = select(rule.rules, isNeeded);
      return inner && `${rule.head}{${inner}}`;
    })
    .join('');

/**
 * The rules that a page needs, in their order.
 * @param classes class names of the page
 * @returns CSS
 */
export const selectRules = (rules: readonly StyleRule[], classes: ReadonlySet<string>): string => {
  const isUsed = (rule: StyleRule) =>
    'classes' in rule && rule.classes.some((names) => names.every((name) => classes.has(name)));
  // What is mentioned may mention more.
  let text = select(rules, isUsed);
  for (let length = 0; text.length > length; ) {
    length = text.length;
    const mentioned = new Set(text.match(/--[\w-]+|sk-[\w-]+/g));
    text = select(rules, (rule) => isUsed(rule) || ('name' in rule && mentioned.has(rule.name)));
  }
  return text;
};
