import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { CATEGORY_TILES } from '@sokuwa/contract/catalog/home.content.ts';
import { Picture } from '@sokuwa/ui/picture.tsx';
import { Link } from '@tanstack/react-router';
import { categoryLink } from '../lib/links.ts';

/** The four category tiles. */
export function CategoryTiles() {
  return (
    <ul aria-label="Categories" className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-5">
      {CATEGORY_TILES.map(({ categoryId, title, img, background }) => (
        <li key={categoryId}>
          <Link
            {...categoryLink(categoryId)}
            className="group corner-40 lg:corner-56 relative block aspect-640/680 overflow-hidden rounded-lg lg:rounded-xl"
          >
            <Picture
              src={pictureUrl(img, 640, 'webp')}
              alt=""
              sizes="(min-width: 1280px) 290px, (min-width: 768px) 24vw, 46vw"
              width={640}
              height={680}
              className="size-full object-cover object-bottom transition-transform duration-(--sk-dur-slow) ease-out group-hover:scale-103"
            />
            <h2
              className={`absolute top-4 left-4 max-w-[6.6em] text-balance font-bold font-display text-lg leading-[1.1]! xs:text-xl md:text-lg lg:top-5 lg:left-5 lg:text-[1.75rem] ${background === 'light' ? 'text-ink-900' : 'text-white'}`}
            >
              {title}
            </h2>
          </Link>
        </li>
      ))}
    </ul>
  );
}
