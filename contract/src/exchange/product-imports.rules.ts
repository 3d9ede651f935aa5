/** What a column of a merchant's product file can be. The first ones are asked for first. */
export const IMPORT_FIELDS = [
  'title',
  'handle',
  'sku',
  'price',
  'discount_percent',
  'stock',
  'category',
  'weight_grams',
  'description',
  'pictures',
  'picture_texts',
  'state',
  'brand',
  'origin',
  'warranty',
  'keywords',
  'perishable',
  'merchant',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** A product is known by one of these; a new product gets its handle from the title. */
export const IDENTIFYING_FIELDS = ['title', 'handle', 'sku'] as const satisfies ImportField[];

export const MAX_IMPORT_MEGABYTES = 5;
/** Products of a file. */
export const MAX_IMPORT_LINES = 20_000;
export const MAX_IMPORT_COLUMNS = 100;
/** A merchant sees this many of its last imports. */
export const MAX_LISTED_IMPORTS = 20;
/** Then an import and its report are deleted. */
export const IMPORT_LIFETIME_DAYS = 30;

/** What is wrong in a line, at the field of a column. */
export type LineProblem = { field: ImportField | null; message: string };
