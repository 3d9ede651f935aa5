import { startProductImport } from '@sokuwa/contract/exchange/product-imports.endpoints.ts';
import { IMPORT_FIELDS } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import type { ProductImportDetail } from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Choice, SelectField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import {
  describeDuplicate,
  describeIncomplete,
  FIELD_NAMES,
  previewLine,
  toColumnFields,
  toColumns,
} from './columns.rules.ts';
import { importQuery, importsQuery } from './imports.queries.ts';

const OPTIONS = [
  { value: '', label: 'Not imported' },
  ...IMPORT_FIELDS.map((field) => ({ value: field, label: FIELD_NAMES[field] })),
];
const SAMPLES = 3;

/** The choice of what each column of the file is, with a preview. */
export function ColumnsForm({
  storeId,
  file,
  canChange,
}: {
  storeId: number;
  file: ProductImportDetail;
  canChange: boolean;
}) {
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(() => toColumnFields(file));
  const [setsStock, setSetsStock] = useState(false);
  const [isTried, setTried] = useState(false);
  const start = useMutation({
    mutationFn: () =>
      getStoreApi(storeId).call(startProductImport, {
        params: { importId: file.id },
        body: { columns: toColumns(fields), set_stock: setsStock && fields.includes('stock') },
      }),
    onSuccess: (started) => {
      queryClient.setQueryData(importQuery(storeId, file.id).queryKey, started);
      void queryClient.invalidateQueries({ queryKey: importsQuery(storeId).queryKey });
    },
  });
  const incomplete = describeIncomplete(fields);
  const submit = () => {
    setTried(true);
    if (!incomplete) start.mutate();
  };
  const problem = isTried && incomplete ? incomplete : start.isError ? describeError(start.error) : undefined;
  return (
    <PanelStack>
      <Panel title="What is each column?" isPadded>
        <p className="mb-2 text-secondary">
          We have guessed by the names. Products that you have already are found by SKU or handle, and only the columns
          that you choose change them.
        </p>
        <ul>
          {file.header.map((name, column) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and keep their order
              key={column}
              className="grid gap-x-6 gap-y-2 border-line border-t py-3 lg:grid-cols-[minmax(0,1fr)_20rem]"
            >
              <div className="min-w-0">
                <p className="break-words font-semibold text-heading">{name || `Column ${column + 1}`}</p>
                <p className="truncate text-muted text-xs">{listSamples(file.first_lines, column) || 'Empty'}</p>
              </div>
              <SelectField
                label={`${name || `Column ${column + 1}`} is`}
                labelHidden
                options={OPTIONS}
                value={fields[column] ?? ''}
                error={describeDuplicate(fields, column)}
                disabled={!canChange}
                onChange={({ target }) =>
                  setFields((before) =>
                    before.map((field, n) =>
                      n === column ? (IMPORT_FIELDS.find((one) => one === target.value) ?? '') : field,
                    ),
                  )
                }
              />
            </li>
          ))}
        </ul>
        {fields.includes('stock') && (
          <Choice
            label="Also set the stock of products that I have already"
            hint="Otherwise it stays: the shop has sold while you edited the file."
            checked={setsStock}
            disabled={!canChange}
            onChange={({ target }) => setSetsStock(target.checked)}
          />
        )}
      </Panel>
      <Panel title="The first products" isPadded>
        <ol className="divide-y divide-line">
          {file.first_lines.map((cells, n) => {
            const { name, values } = previewLine(fields, cells);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and keep their order
              <li key={n} className="py-2">
                <p className="break-words font-semibold text-heading">
                  {name || 'Without a name: it would be refused'}
                </p>
                <p className="line-clamp-3 break-words text-secondary text-xs">
                  {values.map(({ field, value }) => `${FIELD_NAMES[field].split(/[,:]/)[0]}: ${value}`).join(' · ')}
                </p>
              </li>
            );
          })}
        </ol>
        {!fields.includes('state') && (
          <Note tone="plain" className="mt-2">
            New products are drafts: you look at them before they go into the shop.
          </Note>
        )}
        {problem && (
          <Note tone="bad" className="mt-3">
            {problem}
          </Note>
        )}
        {canChange && (
          <Button className="mt-4" variant="primary" icon={<Play />} busy={start.isPending} onClick={submit}>
            Import {formatNumberOf(file.lines, 'product')}
          </Button>
        )}
      </Panel>
    </PanelStack>
  );
}

/** What the first lines have in a column. */
const listSamples = (lines: readonly (readonly string[])[], column: number): string =>
  lines
    .map((cells) => cells[column]?.trim() ?? '')
    .filter(Boolean)
    .slice(0, SAMPLES)
    .join(' · ');
