import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

type IconButtonVariant = 'outline' | 'plain' | 'round';

const VARIANTS: Record<IconButtonVariant, string> = {
  outline: 'rounded-sm border border-line-strong bg-surface hover:bg-quiet',
  plain: 'rounded-sm hover:bg-quiet',
  round: 'rounded-full border border-line-strong bg-surface hover:bg-quiet',
};

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  variant?: IconButtonVariant;
  /** 44 px, or 48 beside fields and buttons. */
  size?: 'sm' | 'md';
  busy?: boolean;
}

/** The classes of an icon button, also for links. */
export function iconButtonClass(variant: IconButtonVariant = 'outline', size: 'sm' | 'md' = 'sm'): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center text-heading transition-colors duration-(--sk-dur-fast) disabled:bg-transparent disabled:text-line-strong',
    size === 'sm' ? 'size-11' : 'size-12',
    VARIANTS[variant],
  );
}

/** A square or round button that shows only an icon. */
export function IconButton({
  label,
  icon,
  variant,
  size,
  busy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={rest.title ?? label}
      className={cx(iconButtonClass(variant, size), className)}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
    </button>
  );
}
