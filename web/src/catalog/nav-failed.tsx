import { Button } from '@sokuwa/ui/button.tsx';
import { cx } from '@sokuwa/ui/cx.ts';

/** The categories could not be had: says so, and asks for them again. */
export function NavFailed({
  query: { isFetching, refetch },
  ground,
  silent = false,
  className,
}: {
  /** What failed. */
  query: { isFetching: boolean; refetch: () => unknown };
  ground?: 'brand';
  /** Another place of the page tells readers already. */
  silent?: boolean;
  className?: string;
}) {
  return (
    <div
      role={silent ? undefined : 'alert'}
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-2', !ground && 'text-danger', className)}
    >
      <p>Failed to fetch nav bar items</p>
      <Button variant={ground ?? 'secondary'} size="sm" busy={isFetching} onClick={() => refetch()}>
        Try Again
      </Button>
    </div>
  );
}
