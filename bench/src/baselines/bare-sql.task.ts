/** A statement with its parameters, as the shop sends it. */
export type Statement = { text: string; values: unknown[] };
/** Run the statements of one request at once, in so many lanes, for so long. */
export type SqlOrder = { statements: Statement[]; lanes: number; seconds: number };
export type SqlAnswer = { requests: number; seconds: number };
