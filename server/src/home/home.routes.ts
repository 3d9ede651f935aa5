import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { getHome } from '@sokuwa/contract/home/home.endpoints.ts';
import * as schemas from '@sokuwa/contract/home/home.schemas.ts';
import * as calls from '@sokuwa/contract/home/operator-home.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actLive } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { cutPage, linkPage } from '../platform/paging.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { presentVersion, readHomeState } from './home.present.ts';
import { isPictureShape } from './home.rules.ts';
import * as service from './home.service.ts';
import * as store from './home.sql.ts';

const VERSIONS_PAGE_SIZE = 50;
const versionParams = z.object({ version: idParam });

/** What the home page shows (HOME-57), and what operators do with it. */
export const homeRoutes = (
  app: FastifyInstance,
  { db, read, apiCache, apiUrl, media }: Pick<ShopParts, 'db' | 'read' | 'apiCache' | 'apiUrl' | 'media'>,
): void => {
  serve(app, getHome, { query: schemas.homeQuery, response: schemas.shownHome }, async ({ query }) => {
    if (query.preview !== undefined) {
      const previewed = await service.readPreview(db, query.preview);
      return isRefused(previewed) ? previewed : { ...previewed, built_in: false };
    }
    return apiCache.getOrCreateJson<schemas.ShownHome>('home', async (dependencies) => {
      dependencies.add('home');
      const { content, remainingMs } = await read(store.selectShowingContent);
      if (remainingMs !== null) dependencies.expireIn(remainingMs);
      return { ...(content ?? DEFAULT_HOME), built_in: content === null };
    });
  });

  const response = schemas.homeState;
  serve(app, calls.getHomeState, { response }, () => readHomeState(db));
  serve(
    app,
    calls.listHomeVersions,
    { query: schemas.versionsQuery, response: schemas.homeVersions },
    async ({ query: { cursor } }) => {
      const showing = await store.selectShowingId(db);
      const rows = await store.selectVersions(db, cursor, VERSIONS_PAGE_SIZE + 1);
      const page = cutPage(rows.map(presentVersion(new Date(), showing)), VERSIONS_PAGE_SIZE, ({ id }) => String(id));
      return linkPage(apiUrl + calls.listHomeVersions.path, {}, page);
    },
  );
  serve(
    app,
    calls.getHomeVersion,
    { params: versionParams, response: schemas.homeVersionDetail },
    async ({ params: { version } }) => {
      const row = await store.selectVersion(db, version);
      if (!row) return refuse('not_found');
      return { ...presentVersion(new Date(), await store.selectShowingId(db))(row), content: row.content };
    },
  );

  /** Responds with the state after a change, or its refusal. */
  const respond = async <R>(changed: Promise<R>, to: Database) => {
    const result = await changed;
    return isRefused(result) ? (result as Extract<R, { refused: string }>) : readHomeState(to);
  };
  serve(app, calls.saveHomeDraft, { body: schemas.draftChange, response }, ({ actor, body }) =>
    respond(service.saveDraft(db, body, actLive(actor)), db),
  );
  serve(app, calls.publishHome, { body: schemas.publication, response }, ({ actor, body: { reason, ...body } }) =>
    respond(service.publish(db, body, actLive(actor, reason)), db),
  );
  serve(
    app,
    calls.cancelHomeVersion,
    { params: versionParams, body: schemas.cancellation, response },
    ({ actor, params: { version }, body: { reason } }) =>
      respond(service.cancel(db, version, actLive(actor, reason)), db),
  );
  serve(app, calls.revertHome, { body: schemas.reversion, response }, ({ actor, body: { version, reason } }) =>
    respond(service.revert(db, version, actLive(actor, reason)), db),
  );
  serve(
    app,
    calls.previewHome,
    { body: schemas.previewRequest, response: schemas.preview },
    ({ actor, body: { version } }) => service.openPreview(db, version, actLive(actor)),
  );
  serve(
    app,
    calls.addHomePicture,
    { body: schemas.pictureForm, form: schemas.pictureForm, response: schemas.homePicture },
    async ({ actor, body }) => {
      const [shape, file] = Object.entries(body)[0] ?? [];
      if (shape === undefined || file === undefined || !isPictureShape(shape))
        throw new Error('the form of a picture has no picture');
      return service.addPicture({ db, media }, shape, await file.bytes(), actLive(actor));
    },
  );
};
