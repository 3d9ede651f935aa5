import type { Exported } from '@sokuwa/contract/account/account.schemas.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';

/** The keys that identify a person in the tables of other slices. */
export type Person = { id: AccountId; email: string };

/** The parts of the export that the account slice reads itself. */
type OwnPart = 'exported_at' | 'account' | 'profile' | 'sessions' | 'identities';
export type ExportParts = Omit<Exported, OwnPart>;
/** One reader per part of the export. Each slice exports the readers of its own data. */
export type PersonalDataReaders = {
  [Part in keyof ExportParts]: (db: Database, person: Person) => Promise<ExportParts[Part]>;
};

/** The functions that export and delete the personal data of all slices. */
export type PersonalData = {
  readers: PersonalDataReaders;
  /**
   * Functions that delete or anonymize data that no foreign key to the account covers. They run in the transaction that locks and deletes the
   * account (docs/decisions/personal-data.md).
   */
  erasers: readonly ((trx: Database, person: Person) => Promise<void>)[];
  /**
   * Returns the ids of the person's orders that are paid and not delivered. If there are any, deleting the account
   * needs a confirmation (ACCOUNT-141).
   */
  selectUndelivered: (trx: Database, person: Person) => Promise<string[]>;
  /** Returns the names of the teams that would be left without an owner. If there are any, the account is not deleted (STAFF-14). */
  findOwnerless: (trx: Database, person: Person) => Promise<string[]>;
};

/** Reads the parts sequentially, in the order of `readers`. */
export const readPersonalData = async (
  db: Database,
  person: Person,
  readers: PersonalDataReaders,
): Promise<ExportParts> => {
  const parts: [string, unknown][] = [];
  for (const [part, read] of Object.entries(readers)) parts.push([part, await read(db, person)]);
  return Object.fromEntries(parts) as ExportParts;
};
