import { downloadProducts } from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import type { OwnProductCounts } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createAtom } from '@tanstack/react-store';
import type { RowSelectionState } from '@tanstack/react-table';
import { Download, FileUp, Plus, Search, Tag } from 'lucide-react';
import { useMemo, useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { saveFile } from '../lib/save-file.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { CountBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel } from '../ui/panel.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { NO_DRAFTS } from './drafts.rules.ts';
import { ProductBars } from './product-bars.tsx';
import { ProductCells, productColumns } from './product-cells.tsx';
import { PRODUCT_VIEWS, type ProductsSearch, type ProductView } from './product-views.ts';
import { productCountsQuery, productsQuery } from './products.queries.ts';

const VIEW_NAMES: Record<ProductView, string> = {
  all: 'All',
  live: 'Live',
  draft: 'Draft',
  paused: 'Paused',
  low: 'Low stock',
  out: 'Out of stock',
};
const toFilter = (view: ProductView) => {
  if (view === 'low' || view === 'out') return { state: 'live', stock: view } as const;
  return view === 'all' ? {} : { state: view };
};

export function ProductsPage({
  storeId,
  canChange,
  search: { view = 'all', search = '', sort, order },
  onSearch,
}: {
  storeId: number;
  canChange: boolean;
  search: ProductsSearch;
  onSearch: (search: string) => void;
}) {
  const query = {
    ...toFilter(view),
    ...(search !== '' && { search }),
    ...(sort && { sort }),
    ...(order && { order }),
  };
  const products = useInfiniteQuery({ ...productsQuery(storeId, query), placeholderData: (previous) => previous });
  const counts = useQuery(productCountsQuery(storeId));
  const rows = useMemo(() => products.data?.pages.flatMap(({ results }) => results) ?? [], [products.data]);
  const [text, setText] = useDebouncedSearch(search, onSearch);
  const [selected, setSelected] = useState<RowSelectionState>({});
  const [drafts] = useState(() => createAtom(NO_DRAFTS));
  const chosen = rows.filter(({ id }) => selected[id]);
  const params = { storeId: String(storeId) };

  const columns = useMemo(
    () => productColumns(storeId, { view, search, sort, order }),
    [storeId, view, search, sort, order],
  );

  return (
    <>
      <PageHead
        title="Products"
        actions={
          <>
            <ExportButton storeId={storeId} />
            {canChange && (
              <>
                <Link to="/store/$storeId/products/import" params={params} className={buttonClass()}>
                  <FileUp />
                  Import
                </Link>
                <Link to="/store/$storeId/products/new" params={params} className={buttonClass({ variant: 'primary' })}>
                  <Plus />
                  Add product
                </Link>
              </>
            )}
          </>
        }
      />
      <TabRow label="Views of the products">
        {PRODUCT_VIEWS.map((name) => (
          <Link
            key={name}
            to="/store/$storeId/products"
            params={params}
            search={{ search: search || undefined, sort, order, view: name === 'all' ? undefined : name }}
            activeOptions={{ exact: true }}
            className={tabClass}
          >
            {VIEW_NAMES[name]}
            <ViewCount counts={counts.data} view={name} />
          </Link>
        ))}
      </TabRow>
      <div className="flex items-center gap-2 py-3">
        <SearchField label="Search products" placeholder="Name, code, keyword" value={text} onChange={setText} />
      </div>
      <Panel title={VIEW_NAMES[view]} titleHidden>
        {products.isPending && <LoadingRows label="Loading products" />}
        {products.isError && rows.length === 0 && (
          <ErrorPanel what="Products" error={products.error} onRetry={() => void products.refetch()} />
        )}
        {products.isSuccess && rows.length === 0 && (
          <NoProducts storeId={storeId} view={view} search={search} canChange={canChange} onClear={() => setText('')} />
        )}
        {rows.length > 0 && (
          <ProductCells {...{ storeId, canChange, drafts }}>
            <DataTable
              caption={`Products: ${VIEW_NAMES[view]}. Price and stock can be changed in the table.`}
              columns={columns}
              rows={rows}
              rowId={({ id }) => String(id)}
              isReloading={products.isPlaceholderData}
              cardClass="max-lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] max-lg:[grid-template-areas:'select_product_product''select_state_state''._price_stock']"
              selection={
                canChange
                  ? {
                      rows: selected,
                      onChange: setSelected,
                      labelOf: (id) => `Choose ${rows.find((product) => String(product.id) === id)?.title ?? id}`,
                    }
                  : undefined
              }
            />
          </ProductCells>
        )}
        <ShowMore query={products} />
      </Panel>
      <ProductBars storeId={storeId} rows={rows} drafts={drafts} chosen={chosen} setSelected={setSelected} />
    </>
  );
}

/** Saves all products as a file, which an import reads. */
function ExportButton({ storeId }: { storeId: number }) {
  const download = useMutation({
    mutationFn: () => getStoreApi(storeId).call(downloadProducts, {}),
    onSuccess: (csv) => saveFile('products.csv', csv, 'text/csv'),
    onError: (error) => toast.error(describeError(error)),
  });
  return (
    <Button icon={<Download />} busy={download.isPending} onClick={() => download.mutate()}>
      Export
    </Button>
  );
}

function ViewCount({ counts, view }: { counts: OwnProductCounts | undefined; view: ProductView }) {
  if (!counts) return null;
  const isWarning = view === 'low' || view === 'out';
  return <CountBadge count={counts[view]} tone={isWarning ? 'late' : 'quiet'} />;
}

function NoProducts({
  storeId,
  view,
  search,
  canChange,
  onClear,
}: {
  storeId: number;
  view: ProductView;
  search: string;
  canChange: boolean;
  onClear: () => void;
}) {
  if (search !== '')
    return (
      <EmptyPanel
        picture="search"
        icon={Search}
        title="No product matches"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Nothing found for “{search}”{view === 'all' ? '' : ` in “${VIEW_NAMES[view]}”`}.
      </EmptyPanel>
    );
  if (view !== 'all')
    return (
      <EmptyPanel picture="orders" icon={Tag} title="No such products">
        {view === 'low' || view === 'out' ? 'You have enough of everything that is in the shop.' : ''}
      </EmptyPanel>
    );
  return (
    <EmptyPanel
      picture="wishlist"
      icon={Tag}
      title="No products yet"
      action={
        canChange && (
          <Link
            to="/store/$storeId/products/new"
            params={{ storeId: String(storeId) }}
            className={buttonClass({ variant: 'primary' })}
          >
            <Plus />
            Add your first product
          </Link>
        )
      }
    >
      A name, a price, a weight and a picture are enough. The camera of your phone is good enough for the picture.
    </EmptyPanel>
  );
}
