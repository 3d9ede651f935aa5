import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useApi } from '../lib/app-context.ts';
import { BlockError } from './block-error.tsx';
import { ContentLink } from './content-link.tsx';
import { type ArticleTeaser, articleTextQuery } from './home.query.ts';

/** The dialog of an article. */
export function ArticleDialog({
  article,
  open,
  onClose,
}: {
  article: ArticleTeaser;
  open: boolean;
  onClose: () => void;
}) {
  const { title, link, link_label } = article;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <ContentLink link={link} className={buttonClass()} onClick={onClose}>
            {link_label}
          </ContentLink>
        </>
      }
    >
      {article.paragraphs ? <Text paragraphs={article.paragraphs} /> : <LoadedText articleId={article.id} />}
    </Dialog>
  );
}

function LoadedText({ articleId }: { articleId: string }) {
  const { preview } = useSearch({ from: '/' });
  const { data, error, isFetching, refetch } = useQuery(articleTextQuery(useApi(), preview, articleId));
  if (data) return <Text paragraphs={data} />;
  if (error)
    return <BlockError title="Error loading the article" error={error} busy={isFetching} onRetry={() => refetch()} />;
  return (
    <div aria-busy="true">
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

function Text({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div className="grid gap-3 text-secondary">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
