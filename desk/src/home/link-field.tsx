import type { OperatorCategory } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import { useState } from 'react';
import { SelectField, TextField } from '../ui/field.tsx';
import { OTHER_LINK, toLinkOptions } from './links.rules.ts';

/** Where something leads: a page of the shop that is often used, or an address that is typed. */
export function LinkField({
  value,
  categories,
  error,
  isLocked,
  onChange,
}: {
  value: string;
  categories: readonly OperatorCategory[];
  error: string | undefined;
  isLocked: boolean;
  onChange: (link: string) => void;
}) {
  const options = toLinkOptions(categories);
  const [isTyped, setTyped] = useState(false);
  const isOther = isTyped || !options.some((option) => option.value === value);
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label="Leads to"
        options={options}
        disabled={isLocked}
        value={isOther ? OTHER_LINK : value}
        onChange={({ target }) => {
          setTyped(target.value === OTHER_LINK);
          if (target.value !== OTHER_LINK) onChange(target.value);
        }}
      />
      {isOther && (
        <TextField
          label="Address"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          disabled={isLocked}
          hint="A path of the shop such as /product/details/12, or an address that begins with https://"
          error={error}
          value={value}
          onChange={({ target }) => onChange(target.value.trim())}
        />
      )}
    </div>
  );
}
