import { randomUUID } from 'node:crypto';
import { kobo } from '@sokuwa/contract/money.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { writeEntry } from '../wallet/index.ts';

/** Adds an amount in kobo to the account's wallet. */
export const giveCredit = (db: Database, accountId: AccountId, amountKobo: number): Promise<unknown> =>
  db
    .transaction()
    .execute((trx) =>
      writeEntry(trx, accountId, { amount: kobo(amountKobo), kind: 'credit', cause: `gift ${randomUUID()}` }),
    );
