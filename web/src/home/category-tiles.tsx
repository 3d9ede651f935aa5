import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { Picture } from '@sokuwa/ui/picture.tsx';
import { Link } from '@tanstack/react-router';
import { LayoutGrid } from 'lucide-react';
import { useCategories } from '../catalog/index.ts';
import { categoryLink } from '../lib/links.ts';
import { chooseTiles } from './category-tiles.rules.ts';
import { useHomeContent } from './use-home-content.ts';

/** The four category tiles. */
export function CategoryTiles() {
  const { data: categories = [] } = useCategories();
  const content = useHomeContent();
  const tiles = content ? chooseTiles(content.tiles, categories) : [];
  if (tiles.length === 0) return null;
  return (
    <ul aria-label="Categories" className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-5">
      {tiles.map(({ id, title, picture }) => (
        <li key={id}>
          <Link
            {...categoryLink(id)}
            className="group corner-40 lg:corner-56 relative block aspect-640/680 overflow-hidden rounded-lg lg:rounded-xl"
          >
            {picture ? (
              <Picture
                src={pictureUrl(picture.img, 640, 'webp')}
                alt=""
                sizes="(min-width: 1280px) 290px, (min-width: 768px) 24vw, 46vw"
                width={640}
                height={680}
                className="size-full object-cover object-bottom transition-transform duration-(--sk-dur-slow) ease-out group-hover:scale-103"
              />
            ) : (
              <span className="grid size-full place-items-center bg-action-quiet text-link">
                <LayoutGrid className="size-16" />
              </span>
            )}
            <h2
              className={`absolute top-4 left-4 max-w-[6.6em] text-balance font-bold font-display text-lg leading-[1.1]! xs:text-xl md:text-lg lg:top-5 lg:left-5 lg:text-[1.75rem] ${picture?.background === 'dark' ? 'text-white' : picture ? 'text-ink-900' : 'text-heading'}`}
            >
              {title}
            </h2>
          </Link>
        </li>
      ))}
    </ul>
  );
}
