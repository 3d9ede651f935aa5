import { ApiError } from '@sokuwa/contract/api-client.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { CloudOff, type LucideIcon, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeError } from '../lib/errors.ts';
import { Button } from './button.tsx';

export type EmptyPicture = 'orders' | 'search' | 'inbox' | 'error' | 'cart' | 'address' | 'reviews' | 'wishlist';

/** Says what comes here, with one action; or that nothing matches. */
export function EmptyPanel({
  picture,
  icon: Icon,
  title,
  children,
  action,
  className,
}: {
  picture: EmptyPicture;
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cx('flex flex-col items-center gap-3 px-4 py-8 text-center', className)}>
      <span className="corner-40 relative size-24 overflow-hidden rounded-lg">
        <img src={`/brand/empty-${picture}.webp`} alt="" className="size-full object-cover" />
        <span className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-white text-heading">
          <Icon className="size-5.5" />
        </span>
      </span>
      <h3 className="text-base">{title}</h3>
      {children && <div className="max-w-96 text-secondary">{children}</div>}
      {action}
    </div>
  );
}

/** What could not be loaded, with the way back. @param what such as "Orders" */
export function ErrorPanel({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyPanel
        picture="error"
        icon={CloudOff}
        title={`${what} did not load`}
        action={
          <Button icon={<RefreshCw />} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <p>{describeError(error)}</p>
        {error instanceof ApiError && error.status !== undefined && (
          <p className="mt-1 text-2xs text-muted">
            {error.status} {error.code}
          </p>
        )}
      </EmptyPanel>
    </div>
  );
}

const WIDTHS = ['w-3/5', 'w-1/2', 'w-2/3', 'w-5/12', 'w-3/4'];

/** The shape of rows that are loading. It appears after 300 ms, so that fast responses do not flicker. */
export function LoadingRows({ label, count = 6 }: { label: string; count?: number }) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className="animate-[sk-appear_1ms_300ms_both]">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="flex min-h-(--row) items-center gap-3 border-line border-t px-4 py-2.5 first:border-t-0"
        >
          <Skeleton className="size-10 shrink-0 rounded-sm" />
          <span className="grow">
            <Skeleton className={cx('h-3', WIDTHS[row % WIDTHS.length])} />
            <Skeleton className="mt-2 h-2.5 w-2/5" />
          </span>
          <Skeleton className="h-3 w-14" />
        </div>
      ))}
    </div>
  );
}
