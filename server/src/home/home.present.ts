import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import type { HomeState, HomeVersion } from '@sokuwa/contract/home/home.schemas.ts';
import type { Database } from '../platform/database.ts';
import { stateOf } from './home.rules.ts';
import * as store from './home.sql.ts';

/** @param showingId the version that visitors see */
export const presentVersion =
  (now: Date, showingId: number | undefined) =>
  (row: store.VersionRow): HomeVersion => ({
    id: row.id,
    state: stateOf(row, now, row.id === showingId),
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    published_at: row.published_at.toISOString(),
    published_by: row.published_by,
    headline: row.headline,
  });

/** What the home page shows, what is scheduled, and the draft. */
export const readHomeState = async (db: Database): Promise<HomeState> => {
  const [showing, scheduled, draft] = await Promise.all([
    store.selectShowingVersion(db),
    store.selectScheduled(db),
    store.selectDraft(db),
  ]);
  const present = presentVersion(new Date(), showing?.id);
  const { revision, content, saved_at, saved_by } = draft;
  return {
    showing: { version: showing ? present(showing) : null, content: showing?.content ?? DEFAULT_HOME },
    scheduled: scheduled.map(present),
    draft: content && saved_at && saved_by !== null ? { content, saved_at: saved_at.toISOString(), saved_by } : null,
    revision,
  };
};
