import { MAX_COMMISSION_PER_MILLE } from '@sokuwa/contract/catalog/store.rules.ts';
import type { AuditLogEntry } from '@sokuwa/contract/operators/operators.schemas.ts';
import { nameAction } from '../audit/index.ts';

/** 85 → '8.5%'. */
export const formatPerMille = (perMille: number): string => `${perMille / 10}%`;

/** '8.5' or '8,5' → 85; undefined unless it is a share of 0 to 100 % with at most one decimal. */
export const parsePercent = (text: string): number | undefined => {
  const match = /^(\d{1,3})(?:[.,](\d))?$/.exec(text.trim().replace(/\s*%$/, ''));
  if (!match) return undefined;
  const perMille = Number(match[1]) * 10 + Number(match[2] ?? 0);
  return perMille <= MAX_COMMISSION_PER_MILLE ? perMille : undefined;
};

const ACTION_NAMES: Record<string, string> = {
  'merchants create': 'Created',
  'merchants commission': 'Commission changed',
  'merchants suspend': 'Suspended',
  'merchants unsuspend': 'Put back into the shop',
  'merchants email': 'Email address changed',
  'merchants token': 'API token created',
  'merchants revoke-token': 'API token revoked',
  'merchants approve': 'Application approved',
  'merchants decline': 'Application declined',
  'payouts revoke-account': 'Change of the bank account revoked',
};

/** What an operator did with a merchant, or somebody of the store in the desk. */
export const nameMerchantAct = (entry: Pick<AuditLogEntry, 'action' | 'summary'>): string =>
  ACTION_NAMES[entry.action] ?? nameAction(entry);

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return 'the default';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** What a change of one value was: 'from the default to 8%'. Undefined for other acts. */
export const describeChange = ({ action, before, after }: AuditLogEntry): string | undefined => {
  if (before === null || after === null) return undefined;
  const [name, ...others] = Object.keys(after);
  if (name === undefined || others.length > 0 || !(name in before)) return undefined;
  const isShare = action === 'merchants commission';
  const [from, to] = [before[name], after[name]].map((value) =>
    isShare && typeof value === 'number' ? formatPerMille(value) : toText(value),
  );
  return `from ${from} to ${to}`;
};
