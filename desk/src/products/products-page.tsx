import { changeProducts, downloadProducts } from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import type {
  OwnProduct,
  OwnProductCounts,
  ProductChangeResults,
  ProductChanges,
} from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import type { ProductState } from '@sokuwa/contract/catalog/product.rules.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Atom, createAtom, useSelector } from '@tanstack/react-store';
import type { RowSelectionState } from '@tanstack/react-table';
import { Download, Eye, FileUp, Pause, Plus, Search, Tag } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatCount, formatNumberOf } from '../lib/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { CountBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { aboveRowLinkClass, type Column, DataTable, rowLinkClass, sortLinkClass } from '../ui/data-table.tsx';
import { controlClass } from '../ui/field.tsx';
import { ChosenBar, UnsavedBar } from '../ui/foot-bar.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { type Edit, toBase, toChange } from './bulk-edit.rules.ts';
import { BulkEditForm } from './bulk-edit-form.tsx';
import { ProductBadge } from './product-badge.tsx';
import { type PRODUCT_LIST_SORTS, PRODUCT_VIEWS } from './product-views.ts';
import { productCountsQuery, productsKey, productsQuery } from './products.queries.ts';

export type ProductView = (typeof PRODUCT_VIEWS)[number];
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

export type ProductListSort = (typeof PRODUCT_LIST_SORTS)[number];

export type ProductsSearch = {
  view?: ProductView | undefined;
  search?: string | undefined;
  sort?: ProductListSort | undefined;
  order?: 'desc' | undefined;
};

/** What is typed, and why a product was not changed. An atom, so that a character renders its cell and the bar, and not 50 rows. */
type Drafts = { edits: Record<number, Edit>; failures: Record<number, string> };
const NO_DRAFTS: Drafts = { edits: {}, failures: {} };
/** Adds what is typed into rows. A row that has an edit already keeps its base, so that a change by somebody else since then is found. */
const addEdits = (edits: Drafts['edits'], added: Drafts['edits']): Drafts['edits'] => ({
  ...edits,
  ...Object.fromEntries(
    Object.entries(added).map(([id, edit]) => {
      const before = edits[Number(id)];
      return [id, { ...before, ...edit, base: before?.base ?? edit.base }];
    }),
  ),
});
/** What the cells need. A cell is the same component in all columns: with a new one it would be made again, and lose the focus. */
type Cells = { storeId: number; canChange: boolean; drafts: Atom<Drafts> };
const CellsContext = createContext<Cells>({ storeId: 0, canChange: false, drafts: createAtom(NO_DRAFTS) });

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
  const changeable = chosen.filter(({ merged_into }) => merged_into === null);
  const params = { storeId: String(storeId) };

  const columns = useMemo(
    () => productColumns(storeId, { view, search, sort, order }),
    [storeId, view, search, sort, order],
  );
  const cells = useMemo(() => ({ storeId, canChange, drafts }), [storeId, canChange, drafts]);

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
        {changeable.length > 0 && canChange && (
          <BulkEditForm
            chosen={changeable}
            onEdit={(edits) => {
              const before = drafts.get().edits;
              drafts.set(({ failures, edits: all }) => ({ failures, edits: addEdits(all, edits) }));
              const overwritten = Object.entries(edits).filter(([id, edit]) =>
                (['price', 'stock'] as const).some(
                  (field) => edit[field] !== undefined && before[Number(id)]?.[field] !== undefined,
                ),
              ).length;
              if (overwritten === 0) return;
              toast.undoable(`What was typed for ${formatNumberOf(overwritten, 'product')} is replaced`, () =>
                drafts.set(({ failures, edits: now }) => ({
                  failures,
                  edits: Object.fromEntries(
                    Object.entries({ ...now, ...before }).filter(([id]) => before[Number(id)] || !edits[Number(id)]),
                  ),
                })),
              );
            }}
          />
        )}
        {rows.length > 0 && (
          <CellsContext value={cells}>
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
          </CellsContext>
        )}
        <ShowMore query={products} />
      </Panel>
      <Bars storeId={storeId} rows={rows} drafts={drafts} chosen={chosen} setSelected={setSelected} />
    </>
  );
}

/** The bar at the bottom: what is typed and not saved, or else which products are chosen. */
function Bars({
  storeId,
  rows,
  drafts,
  chosen,
  setSelected,
}: {
  storeId: number;
  rows: readonly OwnProduct[];
  drafts: Atom<Drafts>;
  chosen: readonly OwnProduct[];
  setSelected: (selected: RowSelectionState) => void;
}) {
  const edits = useSelector(drafts, (all) => all.edits);
  const report = (failures: Record<number, string>, conflicts: readonly ChangedProduct[] = []) =>
    drafts.set(({ edits: now }) => ({
      failures,
      // Whoever saves again has read how the product is now.
      edits: {
        ...now,
        ...Object.fromEntries(
          conflicts.flatMap((product) => {
            const edit = now[product.id];
            return edit ? [[product.id, { ...edit, base: toBase(product) }]] : [];
          }),
        ),
      },
    }));
  const change = useChanges(storeId, report);
  const changes = rows.flatMap((product) => {
    const edit = edits[product.id];
    const changed = edit && toChange(product, edit);
    return changed === undefined ? [] : [{ id: product.id, changed }];
  });
  const save = async () => {
    const invalid = changes.filter((one): one is { id: number; changed: string } => typeof one.changed === 'string');
    report(Object.fromEntries(invalid.map(({ id, changed }) => [id, changed])));
    if (invalid.length > 0) return;
    const sent = changes.flatMap(({ changed }) => (typeof changed === 'string' ? [] : [changed]));
    const done = await change.run(sent);
    if (done.length > 0) toast.success(`${formatNumberOf(done.length, 'product')} changed`);
    const saved = new Map(done.map((product) => [product.id, product]));
    drafts.set(({ failures, edits: now }) => ({
      failures,
      edits: Object.fromEntries(
        Object.entries(now).flatMap(([id, edit]): [string, Edit][] => {
          const product = saved.get(Number(id));
          if (!product) return [[id, edit]];
          // What was typed while it was being saved stays.
          return edit === edits[Number(id)] ? [] : [[id, { ...edit, base: toBase(product) }]];
        }),
      ),
    }));
  };
  const setState = async (state: ProductState) => {
    const others = chosen.filter((product) => product.state !== state);
    const done = await change.run(others.map(({ id, version }) => ({ id, version, state })));
    setSelected({});
    if (done.length === 0) return;
    const before = new Map(others.map((product) => [product.id, product.state]));
    toast.undoable(
      `${formatNumberOf(done.length, 'product')} ${state === 'live' ? 'put in the shop' : 'paused'}`,
      () => void change.run(done.map(({ id, version }) => ({ id, version, state: before.get(id) ?? state }))),
    );
  };

  return changes.length > 0 ? (
    <UnsavedBar
      detail="Kept here until you save"
      isSaving={change.isBusy}
      onDiscard={() => drafts.set(NO_DRAFTS)}
      onSave={save}
    >
      {formatNumberOf(changes.length, 'product')} changed
    </UnsavedBar>
  ) : (
    chosen.length > 0 && (
      <ChosenBar label="Chosen products" count={chosen.length} onClear={() => setSelected({})}>
        {chosen.some(({ state }) => state === 'live') && (
          <Button variant="bar" icon={<Pause />} busy={change.isBusy} onClick={() => setState('paused')}>
            Pause
          </Button>
        )}
        {chosen.some(({ state }) => state !== 'live') && (
          <Button variant="bar-primary" icon={<Eye />} busy={change.isBusy} onClick={() => setState('live')}>
            <span className="max-lg:sr-only">Put </span>In<span className="max-lg:sr-only"> the</span> shop
          </Button>
        )}
      </ChosenBar>
    )
  );
}

/** A product as it is after a change of several. */
type ChangedProduct = Extract<ProductChangeResults['results'][number], { product: unknown }>['product'];
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

/** Sends changes of several products, and says which were not made. */
const useChanges = (
  storeId: number,
  report: (failures: Record<number, string>, conflicts: readonly ChangedProduct[]) => void,
) => {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (changes: ProductChanges['changes']) =>
      getStoreApi(storeId).call(changeProducts, { body: { changes } }),
  });
  return {
    isBusy: isPending,
    /** @returns the products that are now as requested */
    run: async (changes: ProductChanges['changes']): Promise<ChangedProduct[]> => {
      if (changes.length === 0) return [];
      try {
        const { results } = await mutateAsync(changes);
        await queryClient.invalidateQueries({ queryKey: productsKey(storeId) });
        const done: ChangedProduct[] = [];
        const failures: Record<number, string> = {};
        const conflicts: ChangedProduct[] = [];
        for (const result of results) {
          if (result.result === 'refused')
            failures[result.id] = Object.values(result.errors ?? {}).flat()[0] ?? result.message;
          else if (result.result === 'conflict') {
            conflicts.push(result.product);
            failures[result.product.id] =
              `Somebody else has changed this: ${result.product.price === null ? 'no price' : formatNairaPrice(result.product.price)}, ${formatNumberOf(result.product.stock, 'piece')}. Save again to keep yours.`;
          } else done.push(result.product);
        }
        report(failures, conflicts);
        const failed = Object.keys(failures).length;
        if (failed > 0) toast.error(`${formatNumberOf(failed, 'product')} not changed. The list says why.`);
        return done;
      } catch (error) {
        toast.error(describeError(error));
        return [];
      }
    },
  };
};

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

const productColumns = (storeId: number, search: ProductsSearch): Column<OwnProduct>[] => {
  const params = { storeId: String(storeId) };
  const sortBy = (sort: ProductListSort) => {
    const isActive = search.sort === sort;
    const isDescending = search.order === 'desc';
    return {
      direction: isActive ? (isDescending ? ('descending' as const) : ('ascending' as const)) : undefined,
      renderLink: (children: ReactNode) => (
        <Link
          to="/store/$storeId/products"
          params={params}
          search={{ ...search, sort, order: isActive && !isDescending ? ('desc' as const) : undefined }}
          className={sortLinkClass}
        >
          {children}
        </Link>
      ),
    };
  };
  return [
    {
      id: 'product',
      header: 'Product',
      meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:product]', sort: sortBy('title') },
      cell: ProductCell,
    },
    {
      id: 'state',
      header: 'State',
      meta: { widthClass: 'lg:w-32', areaClass: 'max-lg:[grid-area:state]' },
      cell: StateCell,
    },
    {
      id: 'price',
      header: 'Price, ₦',
      meta: {
        isNumber: true,
        widthClass: 'lg:w-36',
        areaClass: `max-lg:[grid-area:price] ${aboveRowLinkClass}`,
        sort: sortBy('price'),
      },
      cell: PriceCell,
    },
    {
      id: 'stock',
      header: 'Stock',
      meta: {
        isNumber: true,
        widthClass: 'lg:w-32',
        areaClass: `max-lg:[grid-area:stock] ${aboveRowLinkClass}`,
        sort: sortBy('stock'),
      },
      cell: StockCell,
    },
  ];
};

type CellProps = { row: { original: OwnProduct } };

function ProductCell({ row: { original: product } }: CellProps) {
  const { storeId } = useContext(CellsContext);
  return (
    <span className="flex min-w-0 items-center gap-3">
      <ProductPicture src={product.pictures[0]?.image_url ?? ''} size="md" />
      <span className="min-w-0">
        <RowLink
          to="/store/$storeId/products/$productId"
          params={{ storeId: String(storeId), productId: String(product.id) }}
          className={rowLinkClass}
          data-row-link
        >
          {product.title}
        </RowLink>
        <span className="block truncate text-muted text-xs max-lg:hidden">
          {[product.category_path.at(-1), product.sku].filter(Boolean).join(' · ') || 'No category yet'}
        </span>
        <Failure productId={product.id} />
      </span>
    </span>
  );
}

function StateCell({ row: { original: product } }: CellProps) {
  return (
    <ProductBadge
      state={product.state}
      isTakenDown={product.taken_down !== null}
      isMerged={product.merged_into !== null}
    />
  );
}

function PriceCell({ row: { original: product } }: CellProps) {
  return (
    <Cell
      label={`Price of ${product.title}, ₦`}
      unit="₦"
      shown={product.price === null ? '' : formatCount(product.price)}
      product={product}
      field="price"
    />
  );
}

function StockCell({ row: { original: product } }: CellProps) {
  return (
    <Cell
      label={`Stock of ${product.title}`}
      unit="Stock"
      shown={formatCount(product.stock)}
      product={product}
      field="stock"
    />
  );
}

/** Why a product was not changed. */
function Failure({ productId }: { productId: number }) {
  const failure = useSelector(useContext(CellsContext).drafts, ({ failures }) => failures[productId]);
  return failure && <span className="block text-danger text-xs">{failure}</span>;
}

/** A cell that can be typed into. The old value is struck below a changed one. */
function Cell({
  label,
  unit,
  shown,
  product,
  field,
}: {
  label: string;
  /** Beside the value on phones, which have no heads of columns. */
  unit: string;
  shown: string;
  product: OwnProduct;
  field: 'price' | 'stock';
}) {
  const { canChange, drafts } = useContext(CellsContext);
  const typed = useSelector(drafts, ({ edits }) => edits[product.id]?.[field]);
  const type = (text: string) =>
    drafts.set(({ failures, edits }) => ({
      failures,
      edits: addEdits(edits, { [product.id]: { [field]: text, base: toBase(product) } }),
    }));
  const unitLabel = (
    <span aria-hidden="true" className="text-muted text-xs lg:hidden">
      {unit}
    </span>
  );
  // A merged product cannot be changed any more.
  if (!canChange || product.merged_into !== null)
    return (
      <>
        {unitLabel} {shown}
      </>
    );
  const isChanged = typed !== undefined && typed !== shown;
  return (
    <>
      <span className="flex items-center gap-2">
        {unitLabel}
        <input
          aria-label={label}
          inputMode={field === 'price' ? 'decimal' : 'numeric'}
          value={typed ?? shown}
          data-changed={isChanged || undefined}
          onChange={({ target }) => type(target.value)}
          className={`${controlClass} lg:ml-auto lg:h-9 lg:w-28 lg:text-right`}
        />
      </span>
      {isChanged && (
        <span className="block text-2xs text-muted line-through">
          <span className="sr-only">was </span>
          {shown || 'none'}
        </span>
      )}
    </>
  );
}
