import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { useForm } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { computeFill, type Edit, FILL_NAMES, FILL_UNITS, FILLS, type Fill, findFillError } from './fill.rules.ts';

const OPTIONS = FILLS.map((fill) => ({ value: fill, label: FILL_NAMES[fill] }));

/** Fills price or stock of the chosen products. Nothing is sent before it is saved. @param onFill called with what is typed into each row */
export function FillStrip({
  chosen,
  onFill,
}: {
  chosen: readonly OwnProduct[];
  onFill: (edits: Record<number, Edit>) => void;
}) {
  const { register, handleSubmit, watch, formState } = useForm<{ fill: Fill; text: string }>({
    defaultValues: { fill: 'raise', text: '' },
  });
  const fill = watch('fill');
  return (
    <form
      noValidate
      aria-label="Change the chosen products"
      className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-start gap-2 border-line border-b bg-row-selected px-(--gutter) py-3 lg:flex lg:px-4"
      onSubmit={handleSubmit((values) =>
        onFill(
          Object.fromEntries(
            chosen.flatMap((product) => {
              const edit = computeFill(values.fill, values.text, product);
              return edit ? [[product.id, edit]] : [];
            }),
          ),
        ),
      )}
    >
      <SelectField label={`${chosen.length} chosen`} className="lg:w-44" options={OPTIONS} {...register('fill')} />
      <TextField
        label={FILL_UNITS[fill]}
        inputMode="decimal"
        autoComplete="off"
        className="lg:w-40"
        error={formState.errors.text?.message}
        {...register('text', { validate: (text, values) => findFillError(values.fill, text) ?? true })}
      />
      <Button type="submit" className="mt-5.5">
        Fill in
      </Button>
    </form>
  );
}
