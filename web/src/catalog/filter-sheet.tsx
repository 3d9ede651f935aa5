import { Button } from '@sokuwa/ui/button.tsx';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { Sheet } from '@sokuwa/ui/sheet.tsx';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../lib/app-context.ts';
import { listQuery } from './catalog.queries.ts';
import { ListFilters } from './list-filters.tsx';
import type { ListData } from './list-loader.ts';
import { SortSelect } from './sort-select.tsx';

/** The filters of a list on a phone. */
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
  const close = () => onOpenChange(false);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Filter"
      footer={
        <Button block onClick={close}>
          {count === undefined ? 'Show products' : `Show ${count} ${count === 1 ? 'product' : 'products'}`}
        </Button>
      }
    >
      <h2 className="mb-2 font-bold font-display text-heading text-lg">Sort by</h2>
      <SortSelect search={data.request.search} />
      <DashedLine className="my-6" />
      <ListFilters data={data} onChosen={close} />
    </Sheet>
  );
}
