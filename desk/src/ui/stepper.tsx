import { cx } from '@sokuwa/ui/cx.ts';
import { Minus, Plus } from 'lucide-react';

const buttonClass = 'grid h-[calc(var(--ctl)-2px)] w-(--ctl) place-items-center disabled:text-control [&>svg]:size-4';

/** How many pieces of those that are there. */
export function Stepper({
  label,
  value,
  max,
  min = 0,
  onChange,
  className,
}: {
  label: string;
  value: number;
  max: number;
  min?: number;
  onChange: (value: number) => void;
  className?: string | undefined;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and this is one control
    <div
      role="group"
      aria-label={label}
      className={cx('inline-flex w-max items-center rounded-sm border border-control bg-surface', className)}
    >
      <button
        type="button"
        aria-label="One less"
        disabled={value <= min}
        className={buttonClass}
        onClick={() => onChange(value - 1)}
      >
        <Minus />
      </button>
      <output className="min-w-14 text-center font-semibold">
        {value}
        <span className="font-normal text-muted"> of {max}</span>
      </output>
      <button
        type="button"
        aria-label="One more"
        disabled={value >= max}
        className={buttonClass}
        onClick={() => onChange(value + 1)}
      >
        <Plus />
      </button>
    </div>
  );
}
