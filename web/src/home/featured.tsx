import { Button } from '@sokuwa/ui/button.tsx';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { useState } from 'react';
import type { ArticleId } from './article-dialog.tsx';

const ArticleDialog = lazyWithRetry(async () => (await import('./article-dialog.tsx')).ArticleDialog);

const TEASERS: readonly { id: ArticleId; title: string; text: string; picture: string; background: string }[] = [
  {
    id: 'open-a-stall',
    title: 'Open a stall the whole world can walk past',
    text: 'List what you make or trade, price it in naira, and let shoppers far beyond your town find it.',
    picture: '/home/open-a-stall.webp',
    background: 'bg-indigo-100',
  },
  {
    id: 'honey-beans',
    title: 'Did you know? Honey beans bring their own sweetness',
    text: 'Ẹ̀wà olóyin is softer and sweeter than other brown beans. Here is how to tell it apart.',
    picture: '/home/honey-beans.webp',
    background: 'bg-marigold-100',
  },
];

/** Two short articles; "Read more" opens a dialog. */
export function Featured() {
  // Keep the article while the dialog closes, so that its text does not disappear first.
  const [article, setArticle] = useState<{ id: ArticleId; open: boolean } | null>(null);
  return (
    <section
      className={`${pageClass} deferred-layout [contain-intrinsic-block-size:auto_68rem] sm:[contain-intrinsic-block-size:auto_40rem] lg:[contain-intrinsic-block-size:auto_22rem]`}
    >
      <h2 className="mb-5 font-display text-2xl text-heading">Our Other Featured</h2>
      <ul className="grid gap-4 lg:grid-cols-2 lg:gap-6">
        {TEASERS.map(({ id, title, text, picture, background }) => (
          <li key={id}>
            <article
              className={`corner-56 grid h-full overflow-hidden rounded-xl text-ink-900 sm:grid-cols-[42%_1fr] ${background}`}
            >
              <img
                src={picture}
                alt=""
                width={640}
                height={640}
                loading="lazy"
                className="aspect-4/3 size-full object-cover sm:aspect-auto sm:min-h-72"
              />
              <div className="flex flex-col items-start justify-center p-6 xl:p-8">
                <h3 className="text-balance font-bold font-display text-xl leading-7">{title}</h3>
                <p className="mt-2 text-ink-700">{text}</p>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Read more: ${title}`}
                  aria-haspopup="dialog"
                  className="mt-5 border-ink-900 bg-transparent text-ink-900"
                  onPointerEnter={ArticleDialog.preload}
                  onFocus={ArticleDialog.preload}
                  onClick={() => setArticle({ id, open: true })}
                >
                  Read more
                </Button>
              </div>
            </article>
          </li>
        ))}
      </ul>
      {article && (
        <ArticleDialog id={article.id} open={article.open} onClose={() => setArticle({ ...article, open: false })} />
      )}
    </section>
  );
}
