import { type ClientRequest, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MediaUnavailable } from '../ports/media/media.port.ts';
import { multipart, pictureForm } from '../testing/account.ts';
import { advanceJobs } from '../testing/advance-jobs.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';

let shop: TestShop;
let headers: Record<string, string>;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  headers = await signIn(shop.db);
});

const url = '/backend/user-profile-update';
const send = (form: { payload: Buffer; headers: Record<string, string> }, as = headers) =>
  shop.app.inject({ method: 'PUT', url, payload: form.payload, headers: { ...as, ...form.headers } });
const upload = (bytes: Buffer | string) => send(pictureForm(bytes));
const createPicture = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });
const fetchPicture = (imageUrl: string) => shop.app.inject({ url: imageUrl });
const readImageUrl = async () => (await shop.app.inject({ url: '/backend/profile/', headers })).json().image;
const mediaKeyOf = (imageUrl: string) => imageUrl.slice('/media/'.length, imageUrl.lastIndexOf('/'));

describe('an uploaded picture', () => {
  it.each([
    ['JPEG', () => createPicture().jpeg().toBuffer()],
    ['PNG', () => createPicture().png().toBuffer()],
    ['WebP', () => createPicture().webp().toBuffer()],
    ['GIF', () => createPicture(80, 60).gif().toBuffer()],
    ['AVIF', () => createPicture(80, 60).avif({ effort: 0 }).toBuffer()],
    ['a single pixel', () => createPicture(1, 1).png().toBuffer()],
    ['a strip', () => createPicture(3000, 2).png().toBuffer()],
  ])('(%s) becomes a square WebP with a random URL', { tags: ['@ACCOUNT-125', '@ACCOUNT-126'] }, async (_, encode) => {
    const response = await upload(await encode());
    expect(response.statusCode).toBe(200);
    const { image, user } = response.json();
    expect(user.first_name).toBe('Ada');
    expect(image).toMatch(/^\/media\/people\/[0-9a-f]{32}\/640\.webp$/);
    expect(await readImageUrl()).toBe(image);
    const served = await fetchPicture(image);
    expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  it('is rotated by its EXIF orientation and loses its metadata', async () => {
    const red = await sharp({ create: { width: 50, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    // The left half is red. Orientation 6 means a rotation by 90 degrees clockwise, which moves the left half to the top.
    const rotated = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'blue' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Secret Place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(rotated.toString('latin1')).toContain('Secret Place');
    const { image } = (await upload(rotated)).json();
    const { rawPayload } = await fetchPicture(image);
    const { exif, orientation } = await sharp(rawPayload).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(rawPayload.toString('latin1')).not.toContain('Secret');
    const above = await sharp(rawPayload).extract({ left: 256, top: 50, width: 1, height: 1 }).raw().toBuffer();
    const below = await sharp(rawPayload).extract({ left: 256, top: 460, width: 1, height: 1 }).raw().toBuffer();
    expect((above[0] ?? 0) > 200 && (above[2] ?? 255) < 60).toBe(true);
    expect((below[2] ?? 0) > 200 && (below[0] ?? 255) < 60).toBe(true);
  });

  it('replaces the previous one, which is deleted', async () => {
    const first = (await upload(await createPicture().jpeg().toBuffer())).json().image;
    expect((await fetchPicture(first)).statusCode).toBe(200);
    const second = (await upload(await createPicture(300, 300).jpeg().toBuffer())).json().image;
    expect(second).not.toBe(first);
    expect(await shop.jobs.runDue()).toEqual([]);
    expect((await fetchPicture(first)).statusCode).toBe(404);
    expect(await shop.media.read(mediaKeyOf(first))).toBeUndefined();
    expect((await fetchPicture(second)).statusCode).toBe(200);
  });

  it('is replaced although the store cannot delete the previous one, which is deleted later', {
    tags: ['@SETTING-21'],
  }, async () => {
    const first = (await upload(await createPicture().jpeg().toBuffer())).json().image;
    const remove = vi.spyOn(shop.media, 'remove').mockRejectedValue(new MediaUnavailable('no answer'));
    const response = await upload(await createPicture(300, 300).jpeg().toBuffer());
    expect(response.statusCode).toBe(200);
    expect(await shop.jobs.runDue()).toHaveLength(1);
    remove.mockRestore();
    await advanceJobs(shop.db, 3600);
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await shop.media.read(mediaKeyOf(first))).toBeUndefined();
  });

  it('that cannot be stored is refused, and the previous one stays', { tags: ['@SETTING-21'] }, async () => {
    const first = (await upload(await createPicture().jpeg().toBuffer())).json().image;
    vi.spyOn(shop.media, 'put').mockRejectedValueOnce(new MediaUnavailable('the disk is full'));
    const refused = await upload(await createPicture(300, 300).jpeg().toBuffer());
    expectRefusal(refused, 'pictures_unavailable');
    expect(refused.headers['retry-after']).toBe('2');
    expect(await readImageUrl()).toBe(first);
  });

  it('is deleted with its account', async () => {
    const { image } = (await upload(await createPicture().jpeg().toBuffer())).json();
    await shop.app.inject({ method: 'DELETE', url, headers });
    expect(await shop.jobs.runDue()).toEqual([]);
    expect((await fetchPicture(image)).statusCode).toBe(404);
    expect(await shop.media.read(mediaKeyOf(image))).toBeUndefined();
  });

  it('is cached for one minute at most, so that it can be deleted', async () => {
    const { image } = (await upload(await createPicture().jpeg().toBuffer())).json();
    expect((await fetchPicture(image)).headers['cache-control']).toBe('public, max-age=60');
  });
});

describe('a file that is not a picture', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  it.each([
    ['an empty file', async () => ''],
    ['text', async () => 'just text'],
    ['HTML', async () => '<!doctype html><script>alert(1)</script>'],
    ['SVG', async () => SVG],
    ['SVG with an XML declaration', async () => `<?xml version="1.0"?>${SVG}`],
    ['PDF', async () => '%PDF-1.7'],
    ['TIFF', () => createPicture(9, 9).tiff().toBuffer()],
    ['HTML after the signature of a GIF', async () => 'GIF89a<script>alert(1)</script>'],
    [
      'SVG after the signature of a PNG',
      async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(SVG)]),
    ],
    ['half a JPEG', async () => (await createPicture(2000, 2000).jpeg().toBuffer()).subarray(0, 3000)],
    ['the signature of a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff])],
  ])('is refused although it is named me.jpg: %s', { tags: ['@ACCOUNT-119'] }, async (_, encode) => {
    expectRefusal(await upload(await encode()), 'picture_invalid');
    expect(await readImageUrl()).toBeNull();
  });

  it('is refused and leaves the current picture unchanged', async () => {
    const { image } = (await upload(await createPicture().jpeg().toBuffer())).json();
    expectRefusal(await upload(SVG), 'picture_invalid');
    expect(await readImageUrl()).toBe(image);
    expect((await fetchPicture(image)).statusCode).toBe(200);
  });
});

describe('a picture that is too large', () => {
  it('is refused by its size in bytes', { tags: ['@ACCOUNT-120'] }, async () => {
    const jpeg = await createPicture().jpeg().toBuffer();
    const largest = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - jpeg.length)]);
    expect((await upload(largest)).statusCode).toBe(200);
    expectRefusal(await upload(Buffer.concat([largest, Buffer.alloc(1)])), 'picture_too_large');
    expectRefusal(await upload(Buffer.alloc(30 * 1024 * 1024)), 'picture_too_large');
  });

  it('is refused during the upload with a response that the client receives', async () => {
    const { port } = shop.app.server.address() as AddressInfo;
    for (const megabytes of [11, 60]) {
      const body = new FormData();
      body.set('image', new File([new Uint8Array(megabytes * 1024 * 1024)], 'me.jpg', { type: 'image/jpeg' }));
      const response = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'PUT', headers, body });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: 'picture_too_large' });
    }
  });

  it('is refused by its number of pixels, also as a small file', { tags: ['@ACCOUNT-120'] }, async () => {
    const bomb = await createPicture(10_000, 6000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expectRefusal(await upload(bomb), 'picture_too_large');
  });
});

it('refuses concurrent uploads beyond the limit as too_busy', async () => {
  const { port } = shop.app.server.address() as AddressInfo;
  const form = pictureForm('x');
  // Several accounts, because one account can upload only one picture at a time.
  const accounts = await Promise.all(Array.from({ length: 8 }, () => signIn(shop.db)));
  const stalledUploads: ClientRequest[] = [];
  /** Starts an upload that never finishes. If it is refused, because the probe below took the last place, it starts again. */
  const startUpload = (account: OutgoingHttpHeaders) => {
    const request = httpRequest({ port, method: 'PUT', path: url, headers: { ...account, ...form.headers } });
    request.on('error', () => undefined);
    request.once('response', (response) => {
      response.resume();
      startUpload(account);
    });
    request.write(form.payload.subarray(0, 60));
    stalledUploads.push(request);
  };
  for (const account of accounts) startUpload(account);
  try {
    await waitFor(async () => expectRefusal(await upload('x'), 'too_busy'));
  } finally {
    for (const request of stalledUploads) request.destroy();
  }
  const jpeg = await createPicture().jpeg().toBuffer();
  await waitFor(async () => expect((await upload(jpeg)).statusCode).toBe(200));
});

describe('the multipart form', () => {
  const pictureFile = async (name: string) => ({
    name,
    bytes: await createPicture(9, 9).png().toBuffer(),
    fileName: 'a.png',
  });

  it('may contain text fields besides the picture', async () => {
    const form = multipart([{ name: 'note', bytes: 'me' }, await pictureFile('image')]);
    expect((await send(form)).statusCode).toBe(200);
  });

  it('is refused with two pictures', async () => {
    expectRefusal(await send(multipart([await pictureFile('image'), await pictureFile('image')])), 'picture_invalid');
    expect(await readImageUrl()).toBeNull();
  });

  it('is refused with a picture under another field name', async () => {
    const response = await send(multipart([await pictureFile('photo')]));
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual(['image']);
  });

  it.each([
    ['no picture', multipart([{ name: 'image', bytes: 'text, not a file' }])],
    ['nothing', multipart([])],
    ['thirty text fields', multipart(Array.from({ length: 30 }, (_, n) => ({ name: `f${n}`, bytes: 'x' })))],
    ['a field named __proto__', multipart([{ name: '__proto__', bytes: 'x', fileName: 'x.png' }])],
    ['a truncated body', { payload: pictureForm('x').payload.subarray(0, 60), headers: pictureForm('x').headers }],
    ['another boundary', { payload: pictureForm('x').payload, headers: pictureForm('y').headers }],
    ['no boundary', { payload: pictureForm('x').payload, headers: { 'content-type': 'multipart/form-data' } }],
    [
      'a JSON body',
      { payload: Buffer.from('{"gender":"F"}'), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
  ])('is refused with %s', async (_, form) => {
    const response = await send(form);
    expectRefusal(response, 'picture_invalid');
    expect(await readImageUrl()).toBeNull();
  });

  it('is refused by other endpoints', async () => {
    const form = pictureForm(await createPicture(9, 9).png().toBuffer());
    const response = await shop.app.inject({
      method: 'POST',
      url: '/backend/login/',
      payload: form.payload,
      headers: form.headers,
    });
    expectRefusal(response, 'unsupported_media_type');
  });

  it('is not read without a valid token', async () => {
    expectRefusal(await send(pictureForm('x'), {}), 'credentials_missing');
    expectRefusal(await send(pictureForm('x'), { authorization: 'Token none' }), 'token_invalid');
  });
});

it('the OpenAPI document describes both content types of the body', async () => {
  const { paths } = (await shop.app.inject({ url: '/backend/docs' })).json();
  const { content } = paths['/user-profile-update'].put.requestBody;
  expect(content['application/json'].schema.properties).toHaveProperty('date_of_birth');
  expect(content['multipart/form-data'].schema.properties.image).toMatchObject({ type: 'string', format: 'binary' });
});
