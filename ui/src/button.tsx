import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { type ButtonStyle, buttonClass } from './button-class.ts';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

interface Icons {
  /** Before the label, 20 px. */
  icon?: ReactNode;
  /** After the label. */
  iconEnd?: ReactNode;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle, Icons {
  /** Shows a spinner and ignores clicks; label and width do not change. */
  busy?: boolean | undefined;
  ref?: React.Ref<HTMLButtonElement>;
}

/** A button. `type` defaults to "button", so that it does not submit a form by accident. */
export function Button({
  variant,
  size,
  block,
  busy = false,
  icon,
  iconEnd,
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
      className={cx(buttonClass({ variant, size, block }), busy && 'cursor-progress', className)}
      // Not `disabled`: a disabled button loses the focus.
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && icon ? <Spinner /> : icon}
      {busy && !icon ? (
        // The spinner is placed before the label and both shift by half its width: centred, at the same width.
        <span className="relative translate-x-3.25">
          <Spinner className="absolute top-1/2 right-full -mt-2 mr-2.5 size-4" />
          {children}
        </span>
      ) : (
        children
      )}
      {iconEnd}
    </button>
  );
}

export interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement>, ButtonStyle, Icons {}

/** A plain link styled as a button. For a router link use `buttonClass`. */
export function LinkButton({ variant, size, block, icon, iconEnd, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size, block }), className)}>
      {icon}
      {children}
      {iconEnd}
    </a>
  );
}
