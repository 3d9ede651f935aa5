import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';

/** Each names a picture `/brand/empty-<name>.webp`. */
export type EmptyStateIllustration =
  | 'address'
  | 'cart'
  | 'error'
  | 'inbox'
  | 'orders'
  | 'reviews'
  | 'search'
  | 'wishlist';

function Tile({ illustration, icon }: { illustration: EmptyStateIllustration; icon: ReactNode }) {
  return (
    <div className="relative size-32">
      <img
        src={`/brand/empty-${illustration}.webp`}
        alt=""
        width={128}
        height={128}
        loading="lazy"
        className="size-full rounded-lg corner-44"
      />
      {/* The picture has a light disc in its centre for the icon. */}
      <span className="absolute inset-0 grid place-items-center text-on-float [&_svg]:size-6">{icon}</span>
    </div>
  );
}

export interface EmptyStateProps {
  illustration: EmptyStateIllustration;
  /** A lucide icon. */
  icon: ReactNode;
  /** One sentence. */
  title: ReactNode;
  /** An optional second line. */
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}

/** Shows that a list is empty, and offers the next step. */
export function EmptyState({ illustration, icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-10 text-center">
      <Tile illustration={illustration} icon={icon} />
      <h2 className="mt-3 text-balance font-bold font-display text-heading text-xl">{title}</h2>
      {children !== undefined && <div className="text-secondary">{children}</div>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** The failure in one sentence. */
  title: ReactNode;
  /** The exact error message. */
  message?: string | undefined;
  /** A "Try Again" button. */
  action?: ReactNode;
}

/** Shows a failure, with the exact message and a retry button. Screen readers announce it at once. */
export function ErrorState({ title, message, action }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-10 text-center">
      <Tile illustration="error" icon={<CloudOff />} />
      <h2 className="mt-3 text-balance font-bold font-display text-heading text-xl">{title}</h2>
      {message !== undefined && <p className="wrap-anywhere text-secondary text-sm">{message}</p>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}
