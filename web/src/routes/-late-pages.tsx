import { hydrateLate } from '@sokuwa/ui/late-hydration.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';

// The pages that the server renders completely (`isComplete`), hydrated late. Not from the slices' index.ts: a module that is imported
// completely would be in the first view with all that it exports.

export const LateHome = hydrateLate(async () => (await import('./-home.tsx')).Home);
export const LateList = hydrateLate(async () => (await import('./-list.tsx')).List);
const ListLoading = hydrateLate(async () => (await import('./-list.tsx')).ListLoading);
export const LateProduct = hydrateLate(async () => (await import('./-product.tsx')).Product);
const ProductLoading = hydrateLate(async () => (await import('./-product.tsx')).ProductLoading);

/** Shown until the code of the page is loaded, which has better placeholders. */
const placeholder = (
  <div aria-busy="true" className={`${pageClass} pt-10`}>
    <Skeleton className="h-9 w-2/3" />
    <Skeleton className="mt-6 h-80 w-full" />
  </div>
);

export const LateListLoading = () => <ListLoading fallback={placeholder} />;
export const LateProductLoading = () => <ProductLoading fallback={placeholder} />;
