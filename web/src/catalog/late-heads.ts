// Loaded with the page that needs them: the home page does not (web/vite/chunk-groups.ts). An import takes the server 40 µs each
// time, so each is made once; one that fails in the browser is repeated.

let listHead: typeof import('./list-head.ts').listHead | undefined;
export const loadListHead = async (...args: Parameters<typeof import('./list-head.ts').listHead>) => {
  listHead ??= (await import('./list-head.ts')).listHead;
  return listHead(...args);
};

let productHead: typeof import('./product-head.ts').productHead | undefined;
export const loadProductHead = async (...args: Parameters<typeof import('./product-head.ts').productHead>) => {
  productHead ??= (await import('./product-head.ts')).productHead;
  return productHead(...args);
};
