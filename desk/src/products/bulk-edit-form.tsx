import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import {
  BULK_EDIT_NAMES,
  BULK_EDIT_UNITS,
  BULK_EDITS,
  type BulkEdit,
  computeEdit,
  type Edit,
  findBulkEditError,
} from './bulk-edit.rules.ts';

const OPTIONS = BULK_EDITS.map((edit) => ({ value: edit, label: BULK_EDIT_NAMES[edit] }));

/**
 * Changes price or stock in the rows of the chosen products. Nothing is sent before it is saved.
 * @param onEdit called with what is typed into each row
 */
export function BulkEditForm({
  chosen,
  onEdit,
}: {
  chosen: readonly OwnProduct[];
  onEdit: (edits: Record<number, Edit>) => void;
}) {
  const { register, handleSubmit, watch, formState } = useForm<{ edit: BulkEdit; text: string }>({
    defaultValues: { edit: 'raise', text: '' },
  });
  const edit = watch('edit');
  const submit = handleSubmit((values) => {
    const edits = chosen.flatMap((product): [number, Edit][] => {
      const computed = computeEdit(values.edit, values.text, product);
      return computed ? [[product.id, computed]] : [];
    });
    if (edits.length < chosen.length)
      toast.error(`${formatNumberOf(chosen.length - edits.length, 'product')} without a price. Set it first.`);
    onEdit(Object.fromEntries(edits));
  });
  return (
    <form
      noValidate
      aria-label="Change the chosen products"
      className="sticky top-13 z-20 grid grid-cols-[minmax(0,1fr)_6rem_auto] items-start gap-2 border-line border-b bg-row-selected px-(--gutter) py-3 lg:top-14 lg:flex lg:px-4"
      onSubmit={submit}
    >
      <p className="hidden self-center font-semibold lg:block lg:pt-5">{chosen.length} chosen:</p>
      <SelectField label="Change" className="lg:w-44" options={OPTIONS} {...register('edit', { deps: 'text' })} />
      <TextField
        label={BULK_EDIT_UNITS[edit]}
        inputMode="decimal"
        autoComplete="off"
        className="lg:w-40"
        error={formState.errors.text?.message}
        {...register('text', { validate: (text, values) => findBulkEditError(values.edit, text) ?? true })}
      />
      <Button type="submit" className="mt-5.5">
        Fill in
      </Button>
    </form>
  );
}
