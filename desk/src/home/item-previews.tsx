import type { Article, Banner, CategoryTile } from '@sokuwa/contract/home/home.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { pictureSrc } from './picture-src.ts';

const textOn = (background: 'light' | 'dark'): string => (background === 'light' ? 'text-ink-900' : 'text-white');

/** A colour as the ground of a picture. */
function Ground({ colour }: { colour: string }) {
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <rect width="100%" height="100%" fill={colour} />
    </svg>
  );
}

/** A banner as wide screens and phones show it. */
export function BannerPreview({ banner }: { banner: Banner }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="corner-48 relative aspect-5/2 overflow-hidden rounded-lg">
        <Ground colour={banner.colour} />
        <img src={pictureSrc(banner.img, 800)} alt={banner.alt} className="absolute size-full object-cover" />
        <p
          className={cx(
            'absolute top-[14%] left-[5%] max-w-[44%] font-bold font-display text-2xl leading-none',
            textOn(banner.background),
          )}
        >
          {banner.headline}
        </p>
      </div>
      <div className="corner-48 relative mx-auto aspect-358/440 w-50 overflow-hidden rounded-lg">
        <Ground colour={banner.colour} />
        <img
          src={pictureSrc(banner.img_tall, 400)}
          alt=""
          className="absolute bottom-0 aspect-square w-full object-cover [mask-image:linear-gradient(to_top,#000_75%,transparent)]"
        />
        <p
          className={cx(
            'absolute top-[6%] left-[8%] max-w-[84%] font-bold font-display text-xl leading-6',
            textOn(banner.background),
          )}
        >
          {banner.headline}
        </p>
      </div>
    </div>
  );
}

export function TilePreview({ tile }: { tile: CategoryTile }) {
  return (
    <div className="corner-48 relative mx-auto aspect-640/680 w-60 overflow-hidden rounded-lg">
      <img src={pictureSrc(tile.img, 640)} alt="" className="size-full object-cover object-bottom" />
      <p
        className={cx(
          'absolute top-4 left-4 max-w-[6.6em] text-balance font-bold font-display text-xl leading-6',
          textOn(tile.background),
        )}
      >
        {tile.title}
      </p>
    </div>
  );
}

const TINTS: Record<Article['tint'], string> = {
  indigo: 'bg-indigo-100',
  marigold: 'bg-marigold-100',
  teal: 'bg-teal-100',
  palm: 'bg-palm-100',
  shea: 'bg-shea-100',
};

export function ArticlePreview({ article }: { article: Article }) {
  return (
    <div className={cx('corner-48 overflow-hidden rounded-lg text-ink-900', TINTS[article.tint])}>
      <img src={pictureSrc(article.img, 640)} alt="" className="aspect-4/3 w-full object-cover" />
      <div className="p-4">
        <p className="text-balance font-bold font-display text-lg leading-6">{article.title}</p>
        <p className="mt-2 text-ink-700">{article.text}</p>
      </div>
    </div>
  );
}
