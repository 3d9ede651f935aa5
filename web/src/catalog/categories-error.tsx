import { Button } from '@sokuwa/ui/button.tsx';
import { cx } from '@sokuwa/ui/cx.ts';

/** The error view of the category menus, with a retry. */
export function CategoriesError({
  query: { isFetching, refetch },
  background,
  silent = false,
  className,
}: {
  /** The failed query. */
  query: { isFetching: boolean; refetch: () => unknown };
  background?: 'brand';
  /** Set when another element already announces the error to screen readers. */
  silent?: boolean;
  className?: string;
}) {
  return (
    <div
      role={silent ? undefined : 'alert'}
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-2', !background && 'text-danger', className)}
    >
      <p>Failed to fetch nav bar items</p>
      <Button variant={background ?? 'secondary'} size="sm" busy={isFetching} onClick={() => refetch()}>
        Try Again
      </Button>
    </div>
  );
}
