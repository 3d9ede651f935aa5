import { cx } from './cx.ts';

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'text'
  | 'highlight'
  | 'danger'
  | 'danger-solid'
  | 'danger-text'
  | 'ink'
  | 'brand';

/** Heights in px: sm 44, md 48, lg 56. */
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Full width. */
  block?: boolean | undefined;
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-11 px-5 text-sm',
  md: 'h-12 px-6 text-base',
  lg: 'h-14 px-8 text-lg',
};

// A busy button is aria-disabled and keeps its colours; only :disabled is grey.
const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover active:border-action-press active:bg-action-press',
  secondary: 'border-heading bg-surface text-heading hover:bg-quiet active:bg-line',
  text: 'border-transparent text-link hover:bg-action-quiet active:bg-action-quiet',
  highlight:
    'border-highlight bg-highlight text-on-highlight hover:border-highlight-hover hover:bg-highlight-hover active:border-highlight-hover active:bg-highlight-hover',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-quiet active:bg-danger-quiet',
  'danger-solid': 'border-danger bg-danger text-on-danger hover:brightness-90 active:brightness-80',
  'danger-text': 'border-transparent text-danger hover:bg-danger-quiet active:bg-danger-quiet',
  ink: 'border-heading bg-heading text-canvas hover:brightness-125',
  brand: 'border-on-brand text-on-brand hover:bg-on-brand/10 active:bg-on-brand/20',
};

/**
 * The classes of a button, also for router links: `<Link className={buttonClass({ variant: 'secondary' })}>`.
 * Use `primary` once per view, `brand` and `highlight` on the brand background, `danger-solid` only in dialogs.
 */
export function buttonClass({ variant = 'primary', size = 'md', block = false }: ButtonStyle = {}): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-2.5 whitespace-nowrap rounded-sm border text-center font-semibold no-underline transition-colors duration-(--sk-dur-fast)',
    'disabled:border-quiet disabled:bg-quiet disabled:text-control disabled:brightness-100',
    SIZES[size],
    VARIANTS[variant],
    block && 'w-full',
  );
}
