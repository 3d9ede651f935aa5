/** A statement with its parameters, as the shop sends it. */
export type Statement = { text: string; values: unknown[] };
/** A task: send the statements of one request repeatedly, in `concurrency` loops, for some seconds. */
export type SqlTask = { statements: Statement[]; concurrency: number; seconds: number };
export type SqlResult = { requests: number; seconds: number };
