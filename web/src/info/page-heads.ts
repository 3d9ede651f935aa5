/** The head of each information page; its content is loaded with it, and only on that page. */
export const infoPageHeads = {
  about: async () => (await import('./content/about.ts')).head,
  faqs: async () => (await import('./content/faqs.ts')).head,
  help: async () => (await import('./content/help.ts')).head,
  privacy: async () => (await import('./content/privacy.ts')).head,
  returns: async () => (await import('./content/returns.ts')).head,
  terms: async () => (await import('./content/terms.ts')).head,
};
