import { useNavigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { ListSearch } from './list-search.ts';
import { type PriceRange, readPrices } from './price-filter.rules.ts';

const KEPT = ['section', 'query', 'categoryId', 'subCategoryId', 'sort', 'in_stock'] as const;
const written = (amount: number | undefined): string => (amount === undefined ? '' : String(amount));

/** What a number field holds; a text that is no number leaves its value empty, and only its validity tells. */
const typedIn = (form: HTMLFormElement, name: string): string => {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return '';
  return field.validity.badInput ? 'not a number' : field.value;
};

/** Least and highest price. Works without script too: then the form itself asks for the list. */
export function PriceFilter({ search, onApplied }: { search: ListSearch; onApplied?: (() => void) | undefined }) {
  const navigate = useNavigate();
  const { min_price: min, max_price: max } = search;
  // An address can hold limits that the fields would refuse.
  const given = min !== undefined && max !== undefined ? readPrices(written(min), written(max)) : undefined;
  const [problem, setProblem] = useState(typeof given === 'string' ? given : undefined);
  const problemId = useId();

  const change = (range: PriceRange | undefined) => {
    const parts = { min_price: range?.min, max_price: range?.max, page: 1 };
    void navigate({ to: '.', search: (kept) => ({ ...kept, ...parts }), resetScroll: false });
    onApplied?.();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const prices = readPrices(typedIn(form, 'min_price'), typedIn(form, 'max_price'));
    setProblem(typeof prices === 'string' ? prices : undefined);
    if (typeof prices !== 'string') change(prices);
  };
  const onReset = () => {
    setProblem(undefined);
    if (min !== undefined || max !== undefined) change(undefined);
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
    <form method="get" noValidate onSubmit={onSubmit} onReset={onReset}>
      <h2 className="font-bold font-display text-heading text-lg">Price</h2>
      <div className="mt-2 flex items-center gap-2">
        <TextField {...field} label="Minimum price" name="min_price" placeholder="Min" defaultValue={written(min)} />
        <span className="text-secondary text-sm">to</span>
        <TextField {...field} label="Maximum price" name="max_price" placeholder="Max" defaultValue={written(max)} />
      </div>
      <p id={problemId} role="alert" className="text-danger text-sm">
        {problem && (
          <span className="mt-2 flex items-start gap-1.5">
            <CircleAlert className="mt-0.5 size-4" />
            {problem}
          </span>
        )}
      </p>
      {KEPT.map(
        (name) =>
          search[name] !== undefined && <input key={name} type="hidden" name={name} value={String(search[name])} />,
      )}
      <input type="hidden" name="page" value="1" />
      <div className="mt-3 grid grid-cols-[2fr_1fr] gap-2">
        <Button type="submit" size="sm">
          Apply
        </Button>
        <Button type="reset" variant="text" size="sm">
          Reset
        </Button>
      </div>
    </form>
  );
}
