import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export interface NumberFieldProps {
  /** What is counted, for readers: "Quantity of Puna yam". */
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number | undefined;
  disabled?: boolean;
  /** The last change is being saved. */
  busy?: boolean;
  size?: 'sm' | 'md';
}

/** A whole number with minus and plus; typing counts when the field is left or Enter pressed, within min and max. */
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
  // What is being typed; null while nothing is.
  const [draft, setDraft] = useState<string | null>(null);

  function change(next: number) {
    const kept = Math.min(max, Math.max(min, next));
    setDraft(null);
    if (kept !== value) onChange(kept);
  }
  function commit() {
    if (draft === null) return;
    const typed = Number.parseInt(draft, 10);
    if (Number.isNaN(typed)) setDraft(null);
    else change(typed);
  }
  const locked = disabled || busy;
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
      <StepButton label="One fewer" off={locked || value <= min} onPress={() => change(value - 1)}>
        <Minus className="size-5" />
      </StepButton>
      <span className="relative grid w-11 place-items-center">
        <input
          aria-label={label}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          readOnly={busy}
          value={draft ?? String(value)}
          onChange={(event) => setDraft(event.target.value.replace(/\D/g, '').slice(0, 6))}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              commit();
            } else if (event.key === 'Escape') setDraft(null);
            else if (event.key === 'ArrowUp' && !locked) change(value + 1);
            else if (event.key === 'ArrowDown' && !locked) change(value - 1);
          }}
          className={cx(
            'h-full w-full min-w-0 rounded-xs bg-transparent text-center font-semibold text-base',
            busy && 'text-transparent',
          )}
        />
        {busy && <Spinner className="absolute size-5 text-action" />}
      </span>
      <StepButton label="One more" off={locked || value >= max} onPress={() => change(value + 1)}>
        <Plus className="size-5" />
      </StepButton>
    </fieldset>
  );
}

function StepButton({
  label,
  off,
  onPress,
  children,
}: {
  label: string;
  off: boolean;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`: pressing down to 1 would throw the focus away.
      aria-disabled={off}
      onClick={off ? undefined : onPress}
      className="flex w-11 items-center justify-center rounded-sm transition-colors duration-(--sk-dur-fast) hover:bg-quiet aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-line-strong"
    >
      {children}
    </button>
  );
}
