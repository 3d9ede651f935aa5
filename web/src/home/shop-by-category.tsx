import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { ChevronRight, LayoutGrid } from 'lucide-react';
import { CategoriesError, findCategoryPicture, useCategories } from '../catalog/index.ts';
import { categoryLink, sectionLink } from '../lib/links.ts';

const rowClass =
  'flex h-full min-h-14 items-center gap-3 rounded-sm px-2 text-body no-underline max-md:gap-2 max-md:text-sm max-md:leading-5 hover:bg-quiet -outline-offset-3!';
const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

/** The 'Shop By Category' panel: beside the banners on wide screens, below them on narrow ones. */
export function ShopByCategory() {
  return (
    <nav
      aria-label="Shop by category"
      className="corner-40 rounded-lg border border-line px-3 py-4 lg:col-start-1 lg:row-start-1 lg:flex lg:flex-col lg:py-5"
    >
      <h2 className="mb-1 px-2 font-bold font-display text-heading text-xl">Shop By Category</h2>
      <Rows />
    </nav>
  );
}

function Rows() {
  const names = useCategories();
  const categories = names.data;
  return (
    <>
      {names.isError && <CategoriesError query={names} silent className="p-2" />}
      <ul
        aria-busy={names.isPending}
        className="grid grid-cols-2 gap-x-1 md:grid-cols-3 lg:flex-1 lg:auto-rows-fr lg:grid-cols-1"
      >
        {names.isPending &&
          SKELETONS.map((id) => (
            <li key={id} className="flex min-h-14 items-center gap-3 px-2">
              <Skeleton className="size-10" />
              <Skeleton className="h-4 w-32" />
            </li>
          ))}
        {categories?.map(({ id, slug, name }) => (
          <li key={id}>
            <Link {...categoryLink(id)} className={rowClass}>
              <Thumbnail src={findCategoryPicture(slug)?.thumbnailUrl} />
              <span className="min-w-0 flex-1">{name}</span>
              <ChevronRight className="size-5 max-lg:hidden" />
            </Link>
          </li>
        ))}
        <li>
          <Link {...sectionLink('productList')} className={rowClass}>
            <Thumbnail />
            <span className="min-w-0 flex-1">All Products</span>
            <ChevronRight className="size-5 max-lg:hidden" />
          </Link>
        </li>
      </ul>
    </>
  );
}

function Thumbnail({ src }: { src?: string | undefined }) {
  if (src === undefined)
    return (
      <span className="grid size-10 shrink-0 lg:size-12 place-items-center rounded-sm bg-action-quiet text-link">
        <LayoutGrid className="size-5" />
      </span>
    );
  return (
    <img src={src} alt="" width={48} height={48} loading="lazy" className="size-10 shrink-0 rounded-sm lg:size-12" />
  );
}
