import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

/** Secret keys of Paystack, with which payments and refunds are made. Those of tests are shorter. */
const PAYSTACK_KEY = /\bsk_(?:live|test)_[0-9a-f]{32,}\b/g;
const RULES = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];

export type Secret = {
  /** What kind of secret it is. */
  rule: string;
  text: string;
};

/** Finds keys, tokens and passwords in a text by their forms. @param file its path */
export const findSecrets = async (file: string, content: string): Promise<Secret[]> => {
  const { messages } = await lintSource({
    source: { filePath: file, content, contentType: 'text', ext: file.slice(file.lastIndexOf('.')) },
    options: { config: { rules: RULES } },
  });
  return [
    ...messages.map(({ ruleId, range: [start, end] }) => ({ rule: ruleId, text: content.slice(start, end) })),
    ...Array.from(content.matchAll(PAYSTACK_KEY), ([text]) => ({ rule: 'paystack', text })),
  ];
};
