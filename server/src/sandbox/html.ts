import { escapeHtml } from '@sokuwa/contract/html.ts';

/** Markup that is already escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const render = (value: string | number | Html | readonly Html[]): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeHtml(String(value));
};

/** Template tag for markup; escapes text values. */
export const html = (
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html => new Html(parts.map((part, n) => part + (n < values.length ? render(values[n] ?? '') : '')).join(''));
