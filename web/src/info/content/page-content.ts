/**
 * The content types of the information pages. The other files of this folder contain only texts, so that operators can edit
 * them without changing a component. In every text `[text](/path)` is a link: to a page of the shop or a section of it
 * (`/faqs#how-to-return`), to an email address (`mailto:…`) or a phone number (`tel:…`).
 */

/** A paragraph, or a list. A list may have a title; steps are numbered, facts are terms with explanations. */
export type Block =
  | string
  | { title?: string; points: readonly string[] }
  | { title?: string; steps: readonly string[] }
  | { facts: readonly { term: string; text: string }[] };

/** A question with its answer, or a titled section of a page. */
export type Topic = {
  /** The URL hash of the topic (`/faqs#how-to-return`). Other sites link to it, so do not change it. */
  id: string;
  title: string;
  blocks: readonly Block[];
};

/** A titled group of topics. */
export type Group = { id: string; title: string; topics: readonly Topic[] };

/** Title and description of a page for search engines and shared links. */
export type PageMeta = { title: string; description: string };
