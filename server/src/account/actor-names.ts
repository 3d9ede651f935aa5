import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { selectFoundAccounts } from './account.sql.ts';

const ACCOUNT_ACTOR = /^account (\d{1,9})$/;
const idOf = (actor: string): AccountId => Number(ACCOUNT_ACTOR.exec(actor)?.[1] ?? 0) as AccountId;

/**
 * The names of the people among the actors of the audit log.
 * @returns the name of an actor; null for programs and commands, and after the account is deleted
 */
export const accountActorNames = async (
  db: Database,
  actors: readonly string[],
): Promise<(actor: string) => string | null> => {
  const ids = [...new Set(actors.map(idOf))];
  const accounts = await selectFoundAccounts(db, { ids }, ids.length);
  const names = new Map(accounts.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
  return (actor) => names.get(idOf(actor)) ?? null;
};
