import { Button } from '@sokuwa/ui/button.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { ListSearch } from '../lib/list-search.ts';
import { HiddenSearchFields } from './hidden-search-fields.tsx';
import { type PriceRange, readPrices } from './price-filter.rules.ts';
import { RESULTS_ID } from './results-focus.ts';

const formatLimit = (amount: number | undefined): string => (amount === undefined ? '' : String(amount));

/** The error message for the limits in the URL, which the fields would reject. */
const validateLimits = (min: number | undefined, max: number | undefined): string | undefined => {
  const isSet = min !== undefined || max !== undefined;
  const result = isSet ? readPrices(formatLimit(min), formatLimit(max)) : undefined;
  return typeof result === 'string' ? result : undefined;
};

/** Reads a number field. Its value is empty for invalid text, so check its validity first. */
const readField = (field: HTMLInputElement | null): string =>
  field?.validity.badInput ? 'not a number' : (field?.value ?? '');

type PriceFilterProps = {
  search: ListSearch;
  onApplied?: (() => void) | undefined;
  /** Id of the form, for a submit button outside of it. If set, the form has no submit button of its own. */
  formId?: string | undefined;
};

/** The price filter, in naira. Without JavaScript the browser submits the form. */
export function PriceFilter({ search, onApplied, formId }: PriceFilterProps) {
  const navigate = useNavigate();
  const { min_price: min, max_price: max } = search;
  const [problem, setProblem] = useState(validateLimits(min, max));
  const problemId = useId();
  const minField = useRef<HTMLInputElement>(null);
  const maxField = useRef<HTMLInputElement>(null);
  const shownRange = useRef({ min, max });
  useEffect(() => {
    // Do not overwrite the fields at hydration, because the visitor may have typed before the script ran.
    if (shownRange.current.min === min && shownRange.current.max === max) return;
    shownRange.current = { min, max };
    if (minField.current) minField.current.value = formatLimit(min);
    if (maxField.current) maxField.current.value = formatLimit(max);
    setProblem(validateLimits(min, max));
  }, [min, max]);

  const applyRange = (range: PriceRange | undefined) => {
    const params = { min_price: range?.min, max_price: range?.max, page: 1 };
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...params }), resetScroll: false });
    onApplied?.();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const [minText, maxText] = [readField(minField.current), readField(maxField.current)];
    if (formId !== undefined && minText === '' && maxText === '') {
      // In the sheet, the button also confirms the other filters, so empty prices are valid.
      if (min === undefined && max === undefined) onApplied?.();
      else applyRange(undefined);
      return;
    }
    const prices = readPrices(minText, maxText);
    setProblem(typeof prices === 'string' ? prices : undefined);
    if (typeof prices !== 'string') applyRange(prices);
  };
  const onReset = (event: FormEvent) => {
    // `reset` would restore the limits of the URL.
    event.preventDefault();
    for (const { current } of [minField, maxField]) if (current) current.value = '';
    setProblem(undefined);
    if (min !== undefined || max !== undefined) applyRange(undefined);
  };
  const field = {
    labelHidden: true,
    type: 'number',
    inputMode: 'decimal',
    min: 0,
    step: 'any',
    prefix: '₦',
    dense: true,
    className: 'flex-1',
    'aria-invalid': problem !== undefined,
    'aria-describedby': problemId,
  } as const;
  return (
    <form id={formId} action={`#${RESULTS_ID}`} noValidate onSubmit={onSubmit} onReset={onReset}>
      <h2 className="font-bold font-display text-heading text-lg">Price in naira (₦)</h2>
      <div className="mt-2 flex items-center gap-2">
        <TextField
          {...field}
          ref={minField}
          label="Minimum price"
          name="min_price"
          placeholder="Min"
          defaultValue={formatLimit(min)}
        />
        <span className="text-secondary text-sm">to</span>
        <TextField
          {...field}
          ref={maxField}
          label="Maximum price"
          name="max_price"
          placeholder="Max"
          defaultValue={formatLimit(max)}
        />
      </div>
      <p id={problemId} role="alert" className="text-danger text-sm">
        {problem && (
          <span className="mt-2 flex items-start gap-1.5">
            <CircleAlert className="mt-0.5 size-4" />
            {problem}
          </span>
        )}
      </p>
      <HiddenSearchFields of={search} except={['min_price', 'max_price']} />
      <div className="mt-3 grid grid-cols-[2fr_1fr] gap-2">
        {formId === undefined && (
          <Button type="submit" size="sm">
            Apply
          </Button>
        )}
        <Button type="reset" variant="text" size="sm" className={formId === undefined ? '' : 'justify-self-start'}>
          Reset
        </Button>
      </div>
    </form>
  );
}
