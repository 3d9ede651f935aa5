import type { OwnProduct, ProductChanges } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { MAX_PRICE_KOBO, MAX_STOCK } from '@sokuwa/contract/catalog/product.rules.ts';
import { parseNaira } from '@sokuwa/contract/money.ts';
import { toWholeNumber } from './product.values.ts';

/** The product as it was when typing into its row began. The server compares it with the product as it is now to find conflicts. */
export type Base = Pick<OwnProduct, 'version' | 'stock'>;
export const toBase = ({ version, stock }: Base): Base => ({ version, stock });
/** What is typed into the cells of a row, before it is saved. */
export type Edit = { price?: string; stock?: string; base: Base };
type Change = ProductChanges['changes'][number];

/** The kobo of a price in naira; undefined if it is not one that a product can have. */
export const parsePrice = (text: string): number | undefined => {
  const amount = parseNaira(text);
  return amount !== null && amount > 0 && amount <= MAX_PRICE_KOBO ? amount : undefined;
};

/**
 * The change that a row's edit is. It is made from the product as it was when it was typed: a sale since then is a conflict, not lost.
 * @returns undefined if it changes nothing; a text if it is not valid
 */
export const toChange = (product: OwnProduct, { price, stock, base }: Edit): Change | string | undefined => {
  const change: Change = { id: product.id, version: base.version };
  if (price !== undefined) {
    const amount = parsePrice(price);
    if (amount === undefined) return 'Write the price in naira, such as 2,500.';
    if (amount / 100 !== product.price) change.price = amount / 100;
  }
  if (stock !== undefined) {
    const count = toWholeNumber(stock);
    if (!(count <= MAX_STOCK)) return 'Write the stock as a whole number.';
    if (count !== product.stock) {
      change.stock = count;
      change.stock_from = base.stock;
    }
  }
  return change.price === undefined && change.stock === undefined ? undefined : change;
};

const entriesOf = (edits: Drafts['edits']): [id: number, edit: Edit][] =>
  Object.entries(edits).map(([id, edit]) => [Number(id), edit]);

/** What is typed into the table of products, by the product's id, and why a product was not changed. */
export type Drafts = {
  readonly edits: Readonly<Record<number, Edit>>;
  readonly failures: Readonly<Record<number, string>>;
};
export const NO_DRAFTS: Drafts = { edits: {}, failures: {} };

/** Adds what is typed into rows. A row that has an edit already keeps its base, so that a change by somebody else since then is found. */
export const addEdits = ({ edits, failures }: Drafts, added: Drafts['edits']): Drafts => {
  const next = { ...edits };
  for (const [id, edit] of entriesOf(added)) next[id] = { ...edits[id], ...edit, base: edits[id]?.base ?? edit.base };
  return { edits: next, failures };
};

/** How many rows have a typed value that these edits replace. */
export const countReplaced = ({ edits }: Drafts, added: Drafts['edits']): number =>
  entriesOf(added).filter(([id, edit]) =>
    (['price', 'stock'] as const).some((field) => edit[field] !== undefined && edits[id]?.[field] !== undefined),
  ).length;

/** Takes edits back: their rows are as they were before. Other rows stay as they are now. */
export const undoEdits = ({ edits, failures }: Drafts, added: Drafts['edits'], before: Drafts): Drafts => {
  const next = { ...edits };
  for (const [id] of entriesOf(added)) {
    const edit = before.edits[id];
    if (edit) next[id] = edit;
    else delete next[id];
  }
  return { edits: next, failures };
};

/**
 * Replaces the reasons why products were not changed.
 * @param conflicts products that somebody else has changed, as they are now. The message shows that, so their edits are based on it from now on.
 */
export const setFailures = (
  { edits }: Drafts,
  failures: Drafts['failures'],
  conflicts: readonly (Base & { id: number })[] = [],
): Drafts => {
  const next = { ...edits };
  for (const product of conflicts) {
    const edit = next[product.id];
    if (edit) next[product.id] = { ...edit, base: toBase(product) };
  }
  return { edits: next, failures };
};

/**
 * Drops the edits that are saved. What was typed while they were being saved stays, as a change of what is saved.
 * @param sent the edits when they were sent
 * @param saved the products as they are now
 */
export const dropSaved = (
  { edits, failures }: Drafts,
  sent: Drafts['edits'],
  saved: readonly (Base & { id: number })[],
): Drafts => {
  const next = { ...edits };
  for (const product of saved) {
    const edit = next[product.id];
    if (edit === sent[product.id]) delete next[product.id];
    else if (edit) next[product.id] = { ...edit, base: toBase(product) };
  }
  return { edits: next, failures };
};

/**
 * What can be sent of the drafts.
 * @returns `failures`: what is not valid
 */
export const toChanges = (
  { edits }: Drafts,
  rows: readonly OwnProduct[],
): { changes: Change[]; failures: Drafts['failures'] } => {
  const changes: Change[] = [];
  const failures: Record<number, string> = {};
  for (const product of rows) {
    const edit = edits[product.id];
    const change = edit && toChange(product, edit);
    if (typeof change === 'string') failures[product.id] = change;
    else if (change) changes.push(change);
  }
  return { changes, failures };
};
