import { downloadMerchantOrders } from '@sokuwa/contract/orders/merchant-orders.endpoints.ts';
import type { MerchantOrderFileQuery } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';

const DAY_MS = 86_400_000;
/** Days until now; 0: since the beginning. */
const PERIODS = [
  { value: '30', label: 'The last 30 days' },
  { value: '90', label: 'The last 90 days' },
  { value: '365', label: 'The last 365 days' },
  { value: '0', label: 'All time' },
];

/**
 * Saves the orders of a view as a file, with a line for each line of an order.
 * @param view its name
 */
export function SaveOrdersDialog({
  storeId,
  view,
  filter,
  onClose,
}: {
  storeId: number;
  view: string;
  filter: MerchantOrderFileQuery;
  onClose: () => void;
}) {
  const [days, setDays] = useState('30');
  const download = useMutation({
    mutationFn: () => {
      const period = days === '0' ? {} : { paid_from: new Date(Date.now() - Number(days) * DAY_MS).toISOString() };
      return getStoreApi(storeId).call(downloadMerchantOrders, { query: { ...filter, ...period } });
    },
    onSuccess: (csv) => {
      saveFile(`orders-${view.toLowerCase().replaceAll(' ', '-')}.csv`, csv, 'text/csv');
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save orders as CSV"
      description={`All orders of the view “${view}”, whatever is searched, with a line for each product of an order.`}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" busy={download.isPending} onClick={() => download.mutate()}>
            Save the file
          </Button>
        </>
      }
    >
      <SelectField label="Paid in" options={PERIODS} value={days} onChange={({ target }) => setDays(target.value)} />
      {download.isError && (
        <Note tone="bad" className="mt-3">
          {describeError(download.error)}
        </Note>
      )}
    </Dialog>
  );
}
