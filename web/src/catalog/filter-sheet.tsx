import { Button } from '@sokuwa/ui/button.tsx';
import { Sheet } from '@sokuwa/ui/sheet.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { listQuery } from './catalog.queries.ts';
import { ListFilters } from './list-filters.tsx';
import type { ListData } from './list-loader.ts';

/** The filters of a list on a phone. Its one button applies the price and closes the sheet. */
export function FilterSheet({
  open,
  onOpenChange,
  data,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  data: ListData;
}) {
  const api = useApi();
  const count = useQuery(listQuery(api, data.request)).data?.count;
  const priceFormId = useId();
  // After an edit, the count on the button would be that of the old price range.
  const [isPriceEdited, setPriceEdited] = useState(false);
  const close = () => {
    setPriceEdited(false);
    onOpenChange(false);
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Filter"
      footer={
        <Button type="submit" form={priceFormId} block>
          {count === undefined || isPriceEdited
            ? 'Show products'
            : `Show ${count} ${count === 1 ? 'product' : 'products'}`}
        </Button>
      }
    >
      <div
        onInput={({ target }) => target instanceof HTMLInputElement && target.type === 'number' && setPriceEdited(true)}
      >
        <ListFilters data={data} onChosen={close} priceFormId={priceFormId} />
      </div>
    </Sheet>
  );
}
