import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Article } from '@sokuwa/contract/home/home.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { useState } from 'react';
import type { ArticleTeaser } from './home.query.ts';
import { useHomeContent } from './use-home-content.ts';

const ArticleDialog = lazyWithRetry(async () => (await import('./article-dialog.tsx')).ArticleDialog);

const TINTS: Record<Article['tint'], string> = {
  indigo: 'bg-indigo-100',
  marigold: 'bg-marigold-100',
  teal: 'bg-teal-100',
  palm: 'bg-palm-100',
  shea: 'bg-shea-100',
};
const ARTICLE_PICTURE_WIDTH = 640;

/** Two short articles; "Read more" opens a dialog. */
export function Featured() {
  // Keep the article while the dialog closes, so that its text does not disappear first.
  const [shown, setShown] = useState<{ article: ArticleTeaser; open: boolean } | null>(null);
  const { articles } = useHomeContent() ?? { articles: [] };
  return (
    <section
      className={`${pageClass} deferred-layout [contain-intrinsic-block-size:auto_68rem] sm:[contain-intrinsic-block-size:auto_40rem] lg:[contain-intrinsic-block-size:auto_22rem]`}
    >
      <h2 className="mb-5 font-display text-2xl text-heading">Our Other Featured</h2>
      <ul className="grid gap-4 lg:grid-cols-2 lg:gap-6">
        {articles.map((article) => (
          <li key={article.id}>
            <article
              className={`corner-56 grid h-full overflow-hidden rounded-xl text-ink-900 sm:grid-cols-[42%_1fr] ${TINTS[article.tint]}`}
            >
              <img
                src={article.img.startsWith('/') ? article.img : pictureUrl(article.img, ARTICLE_PICTURE_WIDTH, 'webp')}
                alt=""
                width={640}
                height={640}
                loading="lazy"
                className="aspect-4/3 size-full object-cover sm:aspect-auto sm:min-h-72"
              />
              <div className="flex flex-col items-start justify-center p-6 xl:p-8">
                <h3 className="text-balance font-bold font-display text-xl leading-7">{article.title}</h3>
                <p className="mt-2 text-ink-700">{article.text}</p>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Read more: ${article.title}`}
                  aria-haspopup="dialog"
                  className="mt-5 border-ink-900 bg-transparent text-ink-900"
                  onPointerEnter={ArticleDialog.preload}
                  onFocus={ArticleDialog.preload}
                  onClick={() => setShown({ article, open: true })}
                >
                  Read more
                </Button>
              </div>
            </article>
          </li>
        ))}
      </ul>
      {shown && <ArticleDialog {...shown} onClose={() => setShown({ ...shown, open: false })} />}
    </section>
  );
}
