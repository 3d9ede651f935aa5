// Loaded with the page that needs them: the home page does not (web/vite/chunk-groups.ts).

export const loadListHead = async (...args: Parameters<typeof import('./list-head.ts').listHead>) =>
  (await import('./list-head.ts')).listHead(...args);

export const loadProductHead = async (...args: Parameters<typeof import('./product-head.ts').productHead>) =>
  (await import('./product-head.ts')).productHead(...args);
