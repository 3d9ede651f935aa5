/** The mails of a checkout: to the merchants of both products, and to the buyer. */
export const MAIL_SLOTS = ['firstMail', 'secondMail', 'buyerMail'] as const;
/** The values that differ between the statements of two checkouts. */
export const SLOTS = ['account', 'session', 'email', 'first', 'second', 'order', 'accessCode', ...MAIL_SLOTS] as const;
export type Slot = (typeof SLOTS)[number];
/** A parameter: a recorded value, text with slots in it, or a list of parameters. */
export type Parameter = { fixed: unknown } | { pieces: (string | { slot: Slot })[] } | { list: Parameter[] };
export type RecordedStatement = { text: string; parameters: Parameter[] };
/** Statements that run on one connection: a whole transaction, or a single statement. */
export type Unit = RecordedStatement[];
/** The values of the slots for one checkout. */
export type SlotValues = Record<Slot, string | number>;

/** A task: send all units in order for each checkout, `concurrency` checkouts at the same time. */
export type CheckoutSqlTask = { units: Unit[]; checkouts: SlotValues[]; concurrency: number };
export type CheckoutSqlResult = { seconds: number };
