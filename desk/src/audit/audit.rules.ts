import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { AuditLogEntry } from '@sokuwa/contract/operators/operators.schemas.ts';
import { addDays } from '../lib/days.ts';
import { formatDayAndTime } from '../lib/format.ts';
import { startOfLagosDay } from '../lib/lagos-time.ts';

const KOBO_SUFFIX = '_kobo';
/** Values in kobo whose name does not say so, by action. */
const KOBO_NAMES: Partial<Record<string, readonly string[]>> = { 'payouts approve': ['amount'] };
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** What was done: 'payouts approve' → 'Payouts: approve'; a call of the API by what it does. */
export const nameAction = ({ action, summary }: Pick<AuditLogEntry, 'action' | 'summary'>): string => {
  if (summary !== null) return summary;
  const [of = '', ...verb] = action.split(' ');
  const name = of.charAt(0).toUpperCase() + of.slice(1);
  return verb.length > 0 ? `${name}: ${verb.join(' ')}` : name;
};

/** Who did it: the person's name, or what sort of program it was. */
export const nameActor = ({ actor, actor_name }: Pick<AuditLogEntry, 'actor' | 'actor_name'>): string => {
  if (actor_name !== null) return actor_name;
  if (actor.startsWith('cli:')) return `Command line, ${actor.slice('cli:'.length)}`;
  if (actor.startsWith('token:')) return `Program ${actor.slice('token:'.length)}`;
  return actor.startsWith('account ') ? 'Deleted account' : actor;
};

const formatValue = (value: unknown, isKobo: boolean): string => {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return isKobo ? formatNairaPrice(value / 100) : String(value);
  if (typeof value === 'string') return INSTANT.test(value) ? formatDayAndTime(value) : value;
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join(', ') || 'nothing';
  return JSON.stringify(value);
};

export type AuditChange = {
  name: string;
  /** Undefined: only the value afterwards is known. */
  before: string | undefined;
  after: string | undefined;
};

/** What an entry says of before and after, value by value, as texts. What has stayed the same is left out. */
export const listChanges = ({
  action,
  before,
  after,
}: Pick<AuditLogEntry, 'action' | 'before' | 'after'>): AuditChange[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap((key) => {
    const isKobo = key.endsWith(KOBO_SUFFIX) || (KOBO_NAMES[action]?.includes(key) ?? false);
    const textOf = (values: AuditLogEntry['before']) =>
      values && key in values ? formatValue(values[key], isKobo) : undefined;
    const change = {
      name: (key.endsWith(KOBO_SUFFIX) ? key.slice(0, -KOBO_SUFFIX.length) : key).replaceAll('_', ' '),
      before: textOf(before),
      after: textOf(after),
    };
    return change.before === change.after ? [] : [change];
  });

/** The time of days in Lagos, for the call; both are included. */
export const toInstants = ({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): { from?: string; to?: string } => ({
  ...(from !== undefined && { from: startOfLagosDay(from) }),
  ...(to !== undefined && { to: startOfLagosDay(addDays(to, 1)) }),
});
