/** Loaders for title and description of each information page. They load the content file of that page only. */
export const infoPageHeads = {
  about: async () => (await import('./content/about.ts')).head,
  faqs: async () => (await import('./content/faqs.ts')).head,
  help: async () => (await import('./content/help.ts')).head,
  privacy: async () => (await import('./content/privacy.ts')).head,
  returns: async () => (await import('./content/returns.ts')).head,
  terms: async () => (await import('./content/terms.ts')).head,
};
