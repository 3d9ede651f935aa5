import { randomUUID } from 'node:crypto';
import { kobo } from '@sokuwa/contract/money.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { writeEntry } from '../wallet/index.ts';

/** Puts credit into a wallet, in kobo. */
export const giveCredit = (db: Database, account: AccountId, amount: number): Promise<unknown> =>
  db
    .transaction()
    .execute((trx) =>
      writeEntry(trx, account, { amount: kobo(amount), kind: 'credit', cause: `gift ${randomUUID()}` }),
    );
