// Loaded with the page that needs them: the home page does not (web/vite/chunk-groups.ts).

/** The server imports a module once: each import takes 40 µs. In the browser one that failed must be repeated. */
const importOnce = <Module>(importModule: () => Promise<Module>): (() => Promise<Module>) => {
  let module: Promise<Module> | undefined;
  return import.meta.env.SSR ? () => (module ??= importModule()) : importModule;
};

const importListHead = importOnce(() => import('./list-head.ts'));
export const loadListHead = async (...args: Parameters<typeof import('./list-head.ts').listHead>) =>
  (await importListHead()).listHead(...args);

const importProductHead = importOnce(() => import('./product-head.ts'));
export const loadProductHead = async (...args: Parameters<typeof import('./product-head.ts').productHead>) =>
  (await importProductHead()).productHead(...args);
