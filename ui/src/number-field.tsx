import { Minus, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { cx } from './cx.ts';
import { EVERY_PRESS_COUNTS } from './early-presses.ts';
import { Spinner } from './spinner.tsx';
import { useAfterHydration } from './use-after-hydration.ts';

export interface NumberFieldProps {
  /** Accessible name, such as "Quantity of Puna yam". */
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number | undefined;
  disabled?: boolean;
  /** The last change is being saved; the value cannot be changed meanwhile. */
  busy?: boolean;
  size?: 'sm' | 'md';
}

const MAX_DIGITS = 6;
const keepDigits = (text: string): string => text.replace(/\D/g, '').slice(0, MAX_DIGITS);

/**
 * A whole number with decrement and increment buttons. A typed value is clamped to min and max and committed on blur or
 * Enter; Escape restores the value.
 */
export function NumberField({
  label,
  value,
  onChange,
  min = 1,
  max = Number.MAX_SAFE_INTEGER,
  disabled = false,
  busy = false,
  size = 'sm',
}: NumberFieldProps) {
  // The text while the visitor types; null otherwise.
  const [draft, setDraft] = useState<string | null>(null);

  function change(next: number) {
    const clamped = Math.min(max, Math.max(min, next));
    setDraft(null);
    if (clamped !== value) onChange(clamped);
  }
  function commit() {
    if (draft === null) return;
    const typed = Number.parseInt(draft, 10);
    if (Number.isNaN(typed)) setDraft(null);
    else change(typed);
  }
  const input = useRef<HTMLInputElement>(null);
  // Use a number that was typed before hydration: React would not notice it, and the field would show another number.
  useAfterHydration(() => {
    if (!input.current || draft !== null || input.current.value === String(value)) return;
    const typed = Number.parseInt(keepDigits(input.current.value), 10);
    input.current.value = String(value);
    if (!Number.isNaN(typed)) change(typed);
  });
  const isLocked = disabled || busy;
  return (
    <fieldset
      aria-label={label}
      aria-busy={busy}
      className={cx(
        'inline-flex items-stretch rounded-sm border border-control bg-surface text-heading',
        size === 'sm' ? 'h-11' : 'h-12',
        disabled && 'border-line-strong bg-quiet text-muted',
      )}
    >
      <StepButton label="One fewer" disabled={isLocked || value <= min} onClick={() => change(value - 1)}>
        <Minus className="size-5" />
      </StepButton>
      <span className="relative -my-px grid w-11 place-items-center">
        <input
          ref={input}
          aria-label={label}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          readOnly={busy}
          value={draft ?? String(value)}
          onChange={(event) => setDraft(keepDigits(event.target.value))}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              commit();
            } else if (event.key === 'Escape') setDraft(null);
            else if (event.key === 'ArrowUp' && !isLocked) change(value + 1);
            else if (event.key === 'ArrowDown' && !isLocked) change(value - 1);
          }}
          className={cx(
            'h-full w-full min-w-0 rounded-xs bg-transparent text-center font-semibold text-base',
            busy && 'text-transparent',
          )}
        />
        {busy && <Spinner className="absolute size-5 text-action" />}
      </span>
      <StepButton label="One more" disabled={isLocked || value >= max} onClick={() => change(value + 1)}>
        <Plus className="size-5" />
      </StepButton>
    </fieldset>
  );
}

function StepButton({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      {...EVERY_PRESS_COUNTS}
      type="button"
      aria-label={label}
      // Not `disabled`: the button would lose the focus when the value reaches its limit.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      // The negative margin extends the button over the frame's border, so that the target is 44 px high.
      className="-my-px flex w-11 items-center justify-center rounded-sm transition-colors duration-(--sk-dur-fast) hover:bg-quiet aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-line-strong"
    >
      {children}
    </button>
  );
}
