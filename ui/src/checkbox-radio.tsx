import { Check } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { useAfterHydration } from './use-after-hydration.ts';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode;
}

const rowClass =
  'flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-base text-body has-disabled:cursor-not-allowed has-disabled:text-muted';
const boxClass =
  'peer col-start-1 row-start-1 size-5.5 shrink-0 cursor-[inherit] appearance-none border-[1.5px] border-control bg-surface transition-colors duration-(--sk-dur-fast) hover:border-heading checked:border-action checked:bg-action disabled:border-line-strong disabled:bg-quiet';

/** A checkbox of 22 px in a row of 44 px. */
export function Checkbox({ label, className, checked, ...input }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  // Repeat a press before hydration: React would not notice it, and the box would show what is not so.
  useAfterHydration(() => {
    if (!box.current || checked === undefined || box.current.checked === checked) return;
    box.current.checked = checked;
    box.current.click();
  });
  return (
    <label className={cx(rowClass, className)}>
      <span className="mt-px grid shrink-0 place-items-center">
        <input {...input} ref={box} checked={checked} type="checkbox" className={cx(boxClass, 'rounded-xs')} />
        <Check className="pointer-events-none invisible col-start-1 row-start-1 size-4 stroke-3! text-on-action peer-checked:visible" />
      </span>
      <span className="min-w-0">{label}</span>
    </label>
  );
}

/** A radio button. Give all radios of a group the same `name`, inside a fieldset with a legend. */
export function Radio({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={cx(rowClass, className)}>
      <span className="mt-px grid shrink-0 place-items-center">
        <input {...input} type="radio" className={cx(boxClass, 'rounded-full')} />
        <span className="pointer-events-none invisible col-start-1 row-start-1 size-2 rounded-full bg-on-action peer-checked:visible" />
      </span>
      <span className="min-w-0">{label}</span>
    </label>
  );
}
