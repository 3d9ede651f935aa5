import type { Exported } from '@sokuwa/contract/account/account.schemas.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';

/** What identifies a person in the tables of other slices. */
export type Person = { id: AccountId; email: string };

/** The parts of the export that the account slice reads itself. */
type OwnPart = 'exported_at' | 'account' | 'profile' | 'sessions' | 'identities';
export type ExportParts = Omit<Exported, OwnPart>;
/** Reads the other parts. Each slice exports the readers of its own. */
export type PersonalDataReaders = {
  [Part in keyof ExportParts]: (db: Database, person: Person) => Promise<ExportParts[Part]>;
};

/** What all slices together store about a person. */
export type PersonalData = {
  readers: PersonalDataReaders;
  /**
   * Clear what the foreign keys to the account do not reach, in the transaction that deletes the account and has locked it
   * (docs/decisions/personal-data.md).
   */
  forget: readonly ((trx: Database, person: Person) => Promise<void>)[];
};

/** Reads the parts one after the other, in the order of `readers`. */
export const readPersonalData = async (
  db: Database,
  person: Person,
  readers: PersonalDataReaders,
): Promise<ExportParts> => {
  const parts: [string, unknown][] = [];
  for (const [part, read] of Object.entries(readers)) parts.push([part, await read(db, person)]);
  return Object.fromEntries(parts) as ExportParts;
};
