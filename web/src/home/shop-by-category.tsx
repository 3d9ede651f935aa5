import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { ChevronRight, LayoutGrid } from 'lucide-react';
import { CategoriesError, categoryPicture, useCategories } from '../catalog/index.ts';
import { categoryLink, sectionLink } from '../lib/links.ts';

const rowClass =
  'flex min-h-14 items-center gap-3 rounded-sm px-2 text-body no-underline hover:bg-quiet -outline-offset-3!';
const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

/** The 'Shop By Category' panel beside the banners, on wide screens. */
export function ShopByCategory() {
  return (
    <nav aria-label="Shop by category" className="corner-40 hidden rounded-lg border border-line px-3 py-5 xl:block">
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
      <ul aria-busy={names.isPending}>
        {names.isPending &&
          SKELETONS.map((id) => (
            <li key={id} className="flex min-h-14 items-center gap-3 px-2">
              <Skeleton className="size-10" />
              <Skeleton className="h-4 w-32" />
            </li>
          ))}
        {categories?.map(({ id, name }) => (
          <li key={id}>
            <Link {...categoryLink(id)} className={rowClass}>
              <Thumbnail src={categoryPicture(id)?.thumbnailUrl} />
              <span className="min-w-0 flex-1">{name}</span>
              <ChevronRight className="size-5" />
            </Link>
          </li>
        ))}
        <li>
          <Link {...sectionLink('productList')} className={rowClass}>
            <Thumbnail />
            <span className="min-w-0 flex-1">All Products</span>
            <ChevronRight className="size-5" />
          </Link>
        </li>
      </ul>
    </>
  );
}

function Thumbnail({ src }: { src?: string | undefined }) {
  if (src === undefined)
    return (
      <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-action-quiet text-link">
        <LayoutGrid className="size-5" />
      </span>
    );
  return <img src={src} alt="" width={40} height={40} loading="lazy" className="size-10 shrink-0 rounded-sm" />;
}
