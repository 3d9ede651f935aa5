import type { ModerationCase, ModerationSummary } from '@sokuwa/contract/moderation/operator-moderation.schemas.ts';
import { formatNumberOf } from '../lib/format.ts';

type Act = ModerationCase['history'][number];

const ACTS: Record<string, string> = {
  'products dismiss-reports': 'Reports dismissed',
  'products take-down': 'Taken down',
  'products keep-down': 'Kept down',
  'products put-back': 'Put back',
  'products merge': 'Merged into another one',
  'products price': 'Price changed',
  'products stock': 'Stock changed',
};

/** 'products take-down' → 'Taken down'. */
export const nameAct = (action: string): string => ACTS[action] ?? action;

/** Who did it: the person's name, or what sort of program it was. */
export const nameActor = ({ actor, actor_name }: Pick<Act, 'actor' | 'actor_name'>): string => {
  if (actor_name !== null) return actor_name;
  if (actor.startsWith('cli:')) return `Command line, ${actor.slice('cli:'.length)}`;
  return actor.startsWith('token:') ? `Program ${actor.slice('token:'.length)}` : 'Deleted account';
};

/** Why a product waits. */
export const describeWaiting = ({ why, reports }: Pick<ModerationSummary, 'why' | 'reports'>): string =>
  why === 'changed' ? 'Changed, asks for a review' : formatNumberOf(reports, 'report');

/** What has happened to a product since an operator has read it. */
export const describeNews = (before: ModerationCase, now: ModerationCase): string => {
  const [last] = now.history;
  if (last && last.at !== before.history[0]?.at)
    return `${nameActor(last)} was first. ${nameAct(last.action)}${last.reason === null ? '.' : `: “${last.reason}”`}`;
  if (now.reports.open > before.reports.open) return 'There is a new report. Read it first.';
  return 'The merchant has changed the product. Look at it again.';
};

/** The product's number in what an operator types: the number itself, or an address of its page. */
export const parseProductId = (text: string): number | undefined => {
  const [, id] = /^(?:.*\/product\/details\/)?(\d{1,9})(?:[/?#].*)?$/.exec(text.trim()) ?? [];
  return id === undefined ? undefined : Number(id);
};
