import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { getHome } from '@sokuwa/contract/home/home.endpoints.ts';
import * as calls from '@sokuwa/contract/home/operator-home.endpoints.ts';
import sharp from 'sharp';
import { describe, vi } from 'vitest';
import { MediaUnavailable } from '../ports/media/media.port.ts';
import { multipart } from '../testing/account.ts';
import { whileEncodingIsBusy } from '../testing/busy-encoding.ts';
import { createEndpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { testOperatorRefusals } from '../testing/operator-refusals.ts';
import { publish, revert, saveDraft } from './home.service.ts';
import { selectDraft } from './home.sql.ts';

const upload = (bytes: Buffer | string) =>
  multipart([{ name: 'wide', bytes, fileName: 'banner.png', type: 'image/png' }]);
const draw = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

describe('the calls of the home page', () => {
  testOperatorRefusals({ getHome, ...calls }, async (shop, headers) => {
    const picture = upload(await draw(80));
    const version = await revert(shop.db, null, LIVE_ACT);
    if ('refused' in version) throw new Error(version.refused);
    const save = async (content = DEFAULT_HOME) => {
      const { revision } = await selectDraft(shop.db);
      return saveDraft(shop.db, { revision, content }, LIVE_ACT);
    };
    const bodies = new Map<Endpoint, () => object>([
      [calls.saveHomeDraft, () => ({ revision: 0, content: DEFAULT_HOME })],
      [calls.publishHome, () => ({ revision: 0 })],
      [calls.revertHome, () => ({ version: null, reason: 'R' })],
      [calls.previewHome, () => ({ version: null })],
      [calls.cancelHomeVersion, () => ({})],
    ]);
    const requestOf = (call: Endpoint) => ({
      method: call.method,
      url: createEndpointUrl(call, version.version),
      headers: { ...headers, ...(call === calls.addHomePicture && picture.headers) },
      ...(call === calls.addHomePicture
        ? { payload: picture.payload }
        : hasBody(call) && { payload: bodies.get(call)?.() ?? {} }),
    });
    const sendPicture = async (bytes: Buffer | string) => {
      const form = upload(bytes);
      return shop.app.inject({
        ...requestOf(calls.addHomePicture),
        payload: form.payload,
        headers: { ...headers, ...form.headers },
      });
    };
    const currentRevision = async () => (await selectDraft(shop.db)).revision;
    return {
      requestOf,
      provoke: {
        invalid_input: (send, call) => {
          if (call === getHome) return send({ query: { preview: 'x'.repeat(101) } });
          if (call === calls.listHomeVersions) return send({ query: { cursor: 'abc' } });
          if (hasParams(call)) return send({ url: createEndpointUrl(call, 'abc') });
          return send({ payload: { revision: 'x', version: 'x' }, headers });
        },
        not_found: (send, call) => {
          if (call === getHome) return send({ query: { preview: 'x'.repeat(43) } });
          if (hasParams(call)) return send({ url: createEndpointUrl(call, 2_147_483_647) });
          return send({ payload: { version: 2_147_483_647, reason: 'R' } });
        },
        home_changed: async (send, call) => {
          await save();
          const revision = (await currentRevision()) - 1;
          return send({ payload: { ...bodies.get(call)?.(), revision } });
        },
        home_draft_missing: async (send) => {
          await save();
          await publish(shop.db, {}, LIVE_ACT);
          return send({ payload: { revision: await currentRevision() } });
        },
        home_period_invalid: async (send) => {
          await save();
          return send({ payload: { revision: await currentRevision(), starts_at: '2020-01-01' } });
        },
        home_picture_unknown: async (send, call) => {
          const banners = DEFAULT_HOME.banners.map((banner) => ({ ...banner, img: 'home/wide-unknown' }));
          const content = { ...DEFAULT_HOME, banners };
          if (call === calls.saveHomeDraft) return send({ payload: { revision: await currentRevision(), content } });
          await save();
          await shop.db
            .updateTable('home_draft')
            .set({ content: JSON.stringify(content) })
            .execute();
          return send({ payload: { revision: await currentRevision() } });
        },
        unknown_category: async (send, call) => {
          const tiles = DEFAULT_HOME.tiles.map((tile) => ({ ...tile, slug: 'no-such-category' }));
          const content = { ...DEFAULT_HOME, tiles };
          if (call === calls.saveHomeDraft) return send({ payload: { revision: await currentRevision(), content } });
          await save();
          await shop.db
            .updateTable('home_draft')
            .set({ content: JSON.stringify(content) })
            .execute();
          return send({ payload: { revision: await currentRevision() } });
        },
        home_version_begun: (send) => send(),
        picture_invalid: () => sendPicture('no picture'),
        picture_too_large: async () => sendPicture(await draw(8000)),
        pictures_unavailable: (send) => {
          vi.spyOn(shop.media, 'put').mockRejectedValueOnce(new MediaUnavailable('off'));
          return send();
        },
        // The pictures of one token arrive one after the other, so the queue of encoding is full only with many tokens.
        too_busy: () => whileEncodingIsBusy(() => shop.app.inject(requestOf(calls.addHomePicture))),
      },
    };
  });
});
