import { createHash } from 'node:crypto';
import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { HOME_PICTURES, type HomePictureShape, PREVIEW_PARAM } from '@sokuwa/contract/home/home.rules.ts';
import type { HomeContent, HomePicture, Preview } from '@sokuwa/contract/home/home.schemas.ts';
import { findMissingCategories } from '../catalog/index.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { createToken, hashToken, isToken } from '../platform/tokens.ts';
import { encodeUpload } from '../ports/media/encode-upload.ts';
import { measureTopColour } from '../ports/media/measure-picture.ts';
import type { MediaStore } from '../ports/media/media.port.ts';
import { describeColour, listTileSlugs, listUploadedPictures } from './home.rules.ts';
import * as store from './home.sql.ts';

const PICTURE_QUALITY = 85;
const PREVIEW_LIFETIME_MS = 60 * 60 * 1000;

const versionSubject = (id: number): string => `home version ${id}`;

type ContentRefusal = 'home_picture_unknown' | 'unknown_category';

/** Refuses content with pictures that were not uploaded for their place, or tiles without a category. */
const checkContent = async (trx: Database, content: HomeContent): Promise<Refused<ContentRefusal> | undefined> => {
  const used = listUploadedPictures(content);
  const shapes = await store.selectPictureShapes(
    trx,
    used.map(({ key }) => key),
  );
  if (used.some(({ key, shape }) => shapes.get(key) !== shape)) return refuse('home_picture_unknown');
  const missing = await findMissingCategories(trx, listTileSlugs(content));
  return missing.length > 0 ? refuse('unknown_category') : undefined;
};

/**
 * Saves the draft of the home page, which all editors share (HOME-60).
 * @param revision of the draft that the editor has read
 * @returns home_changed if somebody saved or published meanwhile; home_picture_unknown; unknown_category
 */
export const saveDraft = (
  db: Database,
  { revision, content }: { revision: number; content: HomeContent },
  options: ActOptions,
): Promise<{ revision: number } | Refused<'home_changed' | ContentRefusal>> =>
  runAct(db, options, async (trx) => {
    const draft = await store.lockDraft(trx);
    if (draft.revision !== revision) return refuse('home_changed');
    const refusal = await checkContent(trx, content);
    if (refusal) return refusal;
    await store.updateDraft(trx, content, options.act.actor);
    const saved = { revision: revision + 1 };
    return acted(saved, { action: 'home draft', subject: 'home', before: { revision }, after: saved });
  });

type Published = { version: number };

/**
 * Publishes the draft of the home page (HOME-57, HOME-59).
 * @param revision of the draft that the editor has read; undefined: whichever it is
 * @param starts_at undefined: now. @param ends_at undefined: it shows until another version begins
 * @returns its version; home_changed; home_draft_missing; home_period_invalid; home_picture_unknown; unknown_category
 */
export const publish = (
  db: Database,
  { revision, starts_at, ends_at }: { revision?: number; starts_at?: Date | undefined; ends_at?: Date | undefined },
  options: ActOptions,
): Promise<Published | Refused<'home_changed' | 'home_draft_missing' | 'home_period_invalid' | ContentRefusal>> =>
  runAct(db, options, async (trx) => {
    const draft = await store.lockDraft(trx);
    if (revision !== undefined && draft.revision !== revision) return refuse('home_changed');
    if (!draft.content) return refuse('home_draft_missing');
    const now = new Date();
    if ((starts_at && starts_at <= now) || (ends_at && ends_at <= (starts_at ?? now)))
      return refuse('home_period_invalid');
    const refusal = await checkContent(trx, draft.content);
    if (refusal) return refusal;
    const period = { starts_at: starts_at ?? null, ends_at: ends_at ?? null };
    const { actor } = options.act;
    const version = await store.insertVersion(trx, { content: draft.content, ...period, published_by: actor });
    await store.updateDraft(trx, null, actor);
    return acted({ version }, { action: 'home publish', subject: versionSubject(version), after: period });
  });

/** Cancels a version that has not begun. @returns not_found; home_version_begun */
export const cancel = (
  db: Database,
  version: number,
  options: ActOptions,
): Promise<Published | Refused<'not_found' | 'home_version_begun'>> =>
  runAct(db, options, async (trx) => {
    const row = await store.selectVersion(trx, version);
    if (!row) return refuse('not_found');
    if (!(await store.cancelVersion(trx, version))) return refuse('home_version_begun');
    return acted({ version }, { action: 'home cancel', subject: versionSubject(version) });
  });

/**
 * Publishes the content of a former version again, now and without an end. The draft stays.
 * @param version null: the built-in content
 * @returns the new version; not_found
 */
export const revert = (
  db: Database,
  version: number | null,
  options: ActOptions,
): Promise<Published | Refused<'not_found'>> =>
  runAct(db, options, async (trx) => {
    const content = version === null ? DEFAULT_HOME : (await store.selectVersion(trx, version))?.content;
    if (!content) return refuse('not_found');
    const published = { content, starts_at: null, ends_at: null, published_by: options.act.actor };
    const id = await store.insertVersion(trx, published);
    return acted({ version: id }, { action: 'home revert', subject: versionSubject(id), after: { from: version } });
  });

/**
 * Encodes and stores a picture for the home page, cropped to the size of its place (HOME-58).
 * @param file untrusted
 * @returns its key and colour, or the refusals of `encodeUpload`
 * @throws MediaUnavailable
 */
export const addPicture = async (
  { db, media }: { db: Database; media: MediaStore },
  shape: HomePictureShape,
  file: Uint8Array,
  options: ActOptions,
): Promise<HomePicture | Refused<'picture_invalid' | 'picture_too_large' | 'too_busy'>> => {
  const encoding = { ...HOME_PICTURES[shape], fit: 'cover', quality: PICTURE_QUALITY } as const;
  const picture = await encodeUpload(Buffer.from(file.buffer, file.byteOffset, file.byteLength), encoding);
  if (isRefused(picture)) return picture;
  // The shape is a part of the key, because the same bytes belong to one place only.
  const key = `home/${shape}-${createHash('sha256').update(picture).digest('hex').slice(0, 32)}`;
  await media.put(key, picture);
  await runAct(db, options, async (trx) => {
    await store.insertHomePicture(trx, key, shape);
    return acted(key, { action: 'home picture', subject: 'home', after: { key } });
  });
  return { key, url: pictureUrl(key, 800, 'webp'), ...describeColour(await measureTopColour(picture)) };
};

/**
 * Opens a preview for an hour: whoever has its address sees the draft, as it is then, or a version (HOME-61).
 * @param version null: the draft
 * @returns not_found without a draft or such a version
 */
export const openPreview = (
  db: Database,
  version: number | null,
  options: ActOptions,
): Promise<Preview | Refused<'not_found'>> =>
  runAct(db, options, async (trx) => {
    const content = version === null ? (await store.selectDraft(trx)).content : await store.selectVersion(trx, version);
    if (!content) return refuse('not_found');
    const token = createToken();
    const expiresAt = new Date(Date.now() + PREVIEW_LIFETIME_MS);
    await store.insertPreview(trx, { token_hash: hashToken(token), version_id: version, expires_at: expiresAt });
    return acted(
      { url: `/?${PREVIEW_PARAM}=${token}`, expires_at: expiresAt.toISOString() },
      { action: 'home preview', subject: version === null ? 'home' : versionSubject(version) },
    );
  });

/** The content that a preview shows. @returns not_found if the token is not valid any more */
export const readPreview = async (db: Database, token: string): Promise<HomeContent | Refused<'not_found'>> =>
  (isToken(token) ? await store.selectPreviewedContent(db, hashToken(token)) : undefined) ?? refuse('not_found');
