/** What differs from one checkout to the next in the statements that it sends. */
export const SLOTS = ['account', 'session', 'email', 'first', 'second', 'order', 'accessCode', 'mail'] as const;
export type Slot = (typeof SLOTS)[number];
/** A parameter: as it was recorded, or pieces of text with slots between them, or a list of either. */
export type Parameter = { fixed: unknown } | { pieces: (string | { slot: Slot })[] } | { list: Parameter[] };
export type RecordedStatement = { text: string; parameters: Parameter[] };
/** Statements that share a connection: one, or a whole transaction. */
export type Unit = RecordedStatement[];
/** What fills the slots of one checkout. */
export type Filling = Record<Slot, string | number>;

/** Send all units in turn for each filling, so many fillings at once. */
export type CheckoutSqlOrder = { units: Unit[]; fillings: Filling[]; lanes: number };
export type CheckoutSqlAnswer = { seconds: number };
