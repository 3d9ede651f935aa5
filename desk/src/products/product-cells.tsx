import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { Link } from '@tanstack/react-router';
import { type Atom, createAtom, useSelector } from '@tanstack/react-store';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { formatCount } from '../lib/format.ts';
import { aboveRowLinkClass, type Column, rowLinkClass, sortLinkClass } from '../ui/data-table.tsx';
import { controlClass } from '../ui/field.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { addEdits, type Drafts, NO_DRAFTS, toBase } from './drafts.rules.ts';
import { ProductBadge } from './product-badge.tsx';
import type { ProductListSort, ProductsSearch } from './product-views.ts';

/**
 * What the cells need. The drafts are an atom, so that typing renders only one cell and the bar, not all 50 rows. The cells read it from a context
 * because the columns keep their components: a new component would be mounted again and lose the focus.
 */
type Cells = { storeId: number; canChange: boolean; drafts: Atom<Drafts> };
const CellsContext = createContext<Cells>({ storeId: 0, canChange: false, drafts: createAtom(NO_DRAFTS) });

/** Lets the cells of a table of products be typed into. */
export function ProductCells({ storeId, canChange, drafts, children }: Cells & { children: ReactNode }) {
  const cells = useMemo(() => ({ storeId, canChange, drafts }), [storeId, canChange, drafts]);
  return <CellsContext value={cells}>{children}</CellsContext>;
}

/** The columns of the table of products. @param search what the list shows now, which the links of the heads change */
export const productColumns = (storeId: number, search: ProductsSearch): Column<OwnProduct>[] => {
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
        areaClass: `max-lg:[grid-area:price] max-lg:self-start ${aboveRowLinkClass}`,
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
        areaClass: `max-lg:[grid-area:stock] max-lg:self-start ${aboveRowLinkClass}`,
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
    drafts.set((now) => addEdits(now, { [product.id]: { [field]: text, base: toBase(product) } }));
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
