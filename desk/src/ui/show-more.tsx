import { Button } from './button.tsx';

/** What the button needs of `useInfiniteQuery`. */
export type NextPages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** Below a list that is read page by page: the button for its next page, if there is one. */
export function ShowMore({ query, border = true }: { query: NextPages; border?: boolean }) {
  if (!query.hasNextPage) return null;
  return (
    <div className={`flex justify-center p-3 ${border ? 'border-line border-t' : ''}`}>
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
