import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { type RefObject, useId } from 'react';
import { useForm } from 'react-hook-form';
import { formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import {
  BULK_EDIT_NAMES,
  BULK_EDIT_UNITS,
  BULK_EDITS,
  type BulkEdit,
  type BulkEditField,
  computeEdits,
  findBulkEditError,
  LEAVE,
} from './bulk-edit.rules.ts';
import type { Drafts } from './drafts.rules.ts';

type Values = { priceEdit: BulkEdit; priceText: string; stockEdit: BulkEdit; stockText: string };
const optionsOf = (field: BulkEditField) =>
  BULK_EDITS[field].map((edit) => ({ value: edit, label: BULK_EDIT_NAMES[edit] }));

/**
 * Asks how price and stock of the chosen products change, and types that into their rows. Nothing is sent before it is saved there.
 * @param finalFocus what has the focus afterwards
 * @param onEdit called with what is typed into each row; returns whether that changes anything
 */
export function BulkEditDialog({
  chosen,
  finalFocus,
  onEdit,
  onClose,
}: {
  chosen: readonly OwnProduct[];
  finalFocus: RefObject<HTMLElement | null>;
  onEdit: (edits: Drafts['edits']) => boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const form = useForm<Values>({
    defaultValues: { priceEdit: LEAVE, priceText: '', stockEdit: LEAVE, stockText: '' },
  });
  const submit = form.handleSubmit(({ priceEdit, priceText, stockEdit, stockText }) => {
    if (priceEdit === LEAVE && stockEdit === LEAVE) {
      form.setError('priceEdit', { message: 'Choose what changes.' });
      return;
    }
    const { edits, unpriced } = computeEdits(chosen, [
      { edit: priceEdit, text: priceText },
      { edit: stockEdit, text: stockText },
    ]);
    if (!onEdit(edits)) {
      form.setError('root', {
        message: unpriced > 0 ? 'Without a price there is none to change. Set it first.' : 'This changes nothing.',
      });
      return;
    }
    if (unpriced > 0) toast.error(`${formatNumberOf(unpriced, 'product')} without a price. Set it first.`);
    onClose();
  });
  return (
    <Dialog
      open
      finalFocus={finalFocus}
      onOpenChange={(open) => !open && onClose()}
      title={`Change ${formatNumberOf(chosen.length, 'product')}`}
      description="The new values are filled into the rows. Check them there, then save."
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" type="submit" form={formId}>
            Fill in
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {form.formState.errors.root && <Note tone="bad">{form.formState.errors.root.message}</Note>}
        {(['price', 'stock'] as const).map((field) => {
          const edit = form.watch(`${field}Edit`);
          const text = `${field}Text` as const;
          return (
            <div key={field} className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-2">
              <SelectField
                label={field === 'price' ? 'Price' : 'Stock'}
                options={optionsOf(field)}
                error={form.formState.errors[`${field}Edit`]?.message}
                {...form.register(`${field}Edit`, { deps: [text], onChange: () => form.clearErrors('priceEdit') })}
              />
              {edit !== LEAVE && (
                <TextField
                  label={BULK_EDIT_UNITS[edit]}
                  inputMode="decimal"
                  autoComplete="off"
                  error={form.formState.errors[text]?.message}
                  {...form.register(text, {
                    shouldUnregister: true,
                    validate: (typed, values) => findBulkEditError(values[`${field}Edit`], typed) ?? true,
                  })}
                />
              )}
            </div>
          );
        })}
      </form>
    </Dialog>
  );
}
