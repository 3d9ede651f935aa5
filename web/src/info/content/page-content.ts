/**
 * What the information pages are made of. The files beside this one hold their words and nothing else, so that an operator
 * edits them without touching a component. In every text `[words](/path)` is a link: to a page of the shop, with or without
 * a place in it (`/faqs#how-to-return`), to an e-mail address (`mailto:…`) or a number (`tel:…`).
 */

/** A paragraph, or a list. A list may have a title; steps are numbered, facts are terms with what they mean. */
export type Block =
  | string
  | { title?: string; points: readonly string[] }
  | { title?: string; steps: readonly string[] }
  | { facts: readonly { term: string; words: string }[] };

/** A question with its answer, or a titled part of a page. */
export type Topic = {
  /** Names the topic in addresses (`/faqs#how-to-return`): links from elsewhere use it, so let it stay as it is. */
  id: string;
  title: string;
  blocks: readonly Block[];
};

/** Topics that belong together. */
export type Group = { id: string; title: string; topics: readonly Topic[] };

/** What search engines and shared links say of a page. */
export type PageWords = { title: string; description: string };
