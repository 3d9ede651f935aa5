import { cx } from '@sokuwa/ui/cx.ts';
import { Spinner } from '@sokuwa/ui/spinner.tsx';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export type ButtonStyle = {
  /** `primary` once per view; `danger-solid` only in dialogs; `bar-…` on the dark foot bar. */
  variant?: 'outline' | 'primary' | 'text' | 'danger' | 'danger-solid' | 'bar' | 'bar-primary' | 'bar-text';
  /** `sm` in rows and panels, `lg` on the pages of the sign-in. */
  size?: 'sm' | 'md' | 'lg';
  /** Full width. */
  block?: boolean;
};

const VARIANTS = {
  outline: 'border-control bg-surface text-heading hover:bg-row-hover',
  primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
  text: 'border-transparent text-link hover:bg-action-quiet',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-quiet',
  'danger-solid': 'border-danger bg-danger text-white hover:brightness-90',
  bar: 'border-white/40 text-white hover:bg-white/12',
  'bar-primary': 'border-highlight bg-highlight text-on-highlight hover:bg-marigold-500',
  'bar-text': 'border-transparent text-white hover:bg-white/12',
};
const SIZES = {
  sm: 'h-10 px-2.5 text-xs lg:pointer-fine:h-8',
  md: 'h-(--ctl) px-3.5 text-sm',
  lg: 'h-12 px-4 text-base',
};

/** The classes of a button, also for links. */
export const buttonClass = ({ variant = 'outline', size = 'md', block = false }: ButtonStyle = {}): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-sm border font-semibold no-underline transition-colors duration-(--sk-dur-fast)',
    'disabled:cursor-not-allowed disabled:border-quiet disabled:bg-quiet disabled:text-muted disabled:brightness-100',
    '[&>svg]:size-4.5',
    SIZES[size],
    VARIANTS[variant],
    block && 'w-full',
  );

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonStyle & {
    icon?: ReactNode;
    /** Shows a spinner and ignores clicks. */
    busy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

/** A button. `type` defaults to "button", so that it does not submit a form by accident. */
export function Button({
  variant,
  size,
  block,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(
        buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(block && { block }) }),
        busy && 'cursor-progress',
        className,
      )}
      // Not `disabled`: a disabled button loses the focus.
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner className="size-4.5" /> : icon}
      {children}
    </button>
  );
}

/** The classes of a square button that shows only an icon. */
export const iconButtonClass = (size: 'sm' | 'md' = 'md'): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center rounded-sm text-heading transition-colors duration-(--sk-dur-fast) hover:bg-row-hover disabled:text-line-strong [&>svg]:size-4.5',
    size === 'md' ? 'size-(--ctl)' : 'size-11 lg:pointer-fine:size-8',
  );

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  busy?: boolean;
};

/** A square button that shows only an icon. */
export function IconButton({
  label,
  icon,
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
      className={cx(iconButtonClass(size), className)}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner className="size-4.5" /> : icon}
    </button>
  );
}
