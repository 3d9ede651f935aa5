import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { multipart, pictureForm } from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, signIn, type TestShop } from '../testing/shop.ts';

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
const picture = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const fetchPicture = (address: string) => shop.app.inject({ url: address });
const imageOf = async () => (await shop.app.inject({ url: '/backend/profile/', headers })).json().image;
const keyIn = (address: string) => address.slice('/media/'.length, address.lastIndexOf('/'));

describe('a picture', () => {
  it.each([
    ['JPEG', () => picture().jpeg().toBuffer()],
    ['PNG', () => picture().png().toBuffer()],
    ['WebP', () => picture().webp().toBuffer()],
    ['GIF', () => picture(80, 60).gif().toBuffer()],
    ['AVIF', () => picture(80, 60).avif({ effort: 0 }).toBuffer()],
    ['a single pixel', () => picture(1, 1).png().toBuffer()],
    ['a strip', () => picture(3000, 2).png().toBuffer()],
  ])(
    'that is %s becomes a square WebP at an address that nobody can guess',
    { tags: ['@ACCOUNT-125', '@ACCOUNT-126'] },
    async (_, make) => {
      const answer = await upload(await make());
      expect(answer.statusCode).toBe(200);
      const { image, user } = answer.json();
      expect(user.first_name).toBe('Ada');
      expect(image).toMatch(/^\/media\/people\/[0-9a-f]{32}\/640\.webp$/);
      expect(await imageOf()).toBe(image);
      const shown = await fetchPicture(image);
      expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    },
  );

  it('stands upright, and says nothing of where and by what it was taken', async () => {
    const red = await sharp({ create: { width: 50, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    // The left half is red; the orientation says that the camera was held so that left is above.
    const turned = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'blue' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Secret Place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(turned.toString('latin1')).toContain('Secret Place');
    const { image } = (await upload(turned)).json();
    const { rawPayload } = await fetchPicture(image);
    const { exif, orientation } = await sharp(rawPayload).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(rawPayload.toString('latin1')).not.toContain('Secret');
    const above = await sharp(rawPayload).extract({ left: 256, top: 50, width: 1, height: 1 }).raw().toBuffer();
    const below = await sharp(rawPayload).extract({ left: 256, top: 460, width: 1, height: 1 }).raw().toBuffer();
    expect((above[0] ?? 0) > 200 && (above[2] ?? 255) < 60).toBe(true);
    expect((below[2] ?? 0) > 200 && (below[0] ?? 255) < 60).toBe(true);
  });

  it('takes the place of the one before, which is gone', async () => {
    const first = (await upload(await picture().jpeg().toBuffer())).json().image;
    expect((await fetchPicture(first)).statusCode).toBe(200);
    const second = (await upload(await picture(300, 300).jpeg().toBuffer())).json().image;
    expect(second).not.toBe(first);
    expect((await fetchPicture(first)).statusCode).toBe(404);
    expect(await shop.media.read(keyIn(first))).toBeUndefined();
    expect((await fetchPicture(second)).statusCode).toBe(200);
  });

  it('goes with its account', async () => {
    const { image } = (await upload(await picture().jpeg().toBuffer())).json();
    await shop.app.inject({ method: 'DELETE', url, headers });
    expect((await fetchPicture(image)).statusCode).toBe(404);
    expect(await shop.media.read(keyIn(image))).toBeUndefined();
  });

  it('is kept by no cache for long, so that it can be erased', async () => {
    const { image } = (await upload(await picture().jpeg().toBuffer())).json();
    expect((await fetchPicture(image)).headers['cache-control']).toBe('public, max-age=60');
  });
});

describe('what is no picture', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  it.each([
    ['nothing', async () => ''],
    ['text', async () => 'just text'],
    ['HTML', async () => '<!doctype html><script>alert(1)</script>'],
    ['SVG', async () => SVG],
    ['SVG that begins as XML', async () => `<?xml version="1.0"?>${SVG}`],
    ['PDF', async () => '%PDF-1.7'],
    ['TIFF', () => picture(9, 9).tiff().toBuffer()],
    ['HTML after the first bytes of a GIF', async () => 'GIF89a<script>alert(1)</script>'],
    [
      'SVG after the first bytes of a PNG',
      async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(SVG)]),
    ],
    ['half a JPEG', async () => (await picture(2000, 2000).jpeg().toBuffer()).subarray(0, 3000)],
    ['the beginning of a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff])],
  ])('is refused, whatever it is called: %s', { tags: ['@ACCOUNT-119'] }, async (_, make) => {
    expectRefusal(await upload(await make()), 'picture_invalid');
    expect(await imageOf()).toBeNull();
  });

  it('is refused beside what the account has, which stays', async () => {
    const { image } = (await upload(await picture().jpeg().toBuffer())).json();
    expectRefusal(await upload(SVG), 'picture_invalid');
    expect(await imageOf()).toBe(image);
    expect((await fetchPicture(image)).statusCode).toBe(200);
  });
});

describe('a picture that is too large', () => {
  it('in bytes is refused', { tags: ['@ACCOUNT-120'] }, async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const most = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - jpeg.length)]);
    expect((await upload(most)).statusCode).toBe(200);
    expectRefusal(await upload(Buffer.concat([most, Buffer.alloc(1)])), 'picture_too_large');
    expectRefusal(await upload(Buffer.alloc(30 * 1024 * 1024)), 'picture_too_large');
  });

  it('is refused while it is still on its way, so that the sender hears why', async () => {
    const { port } = shop.app.server.address() as AddressInfo;
    for (const megabytes of [11, 60]) {
      const body = new FormData();
      body.set('image', new File([new Uint8Array(megabytes * 1024 * 1024)], 'me.jpg', { type: 'image/jpeg' }));
      const answer = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'PUT', headers, body });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ code: 'picture_too_large' });
    }
  });

  it('in pixels is refused, however small the file', { tags: ['@ACCOUNT-120'] }, async () => {
    const bomb = await picture(10_000, 6000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expectRefusal(await upload(bomb), 'picture_too_large');
  });
});

it('of more pictures at once than memory is for, the last are told to come back', async () => {
  const { port } = shop.app.server.address() as AddressInfo;
  const start = pictureForm('x');
  /** Forms that begin, and never end by themselves. */
  const slow = Array.from({ length: 8 }, () => {
    const call = httpRequest({ port, method: 'PUT', path: url, headers: { ...headers, ...start.headers } });
    call.on('error', () => undefined);
    call.write(start.payload.subarray(0, 60));
    return call;
  });
  try {
    await vi.waitFor(async () => expectRefusal(await upload('x'), 'too_busy'));
  } finally {
    for (const call of slow) call.destroy();
  }
  const jpeg = await picture().jpeg().toBuffer();
  await vi.waitFor(async () => expect((await upload(jpeg)).statusCode).toBe(200));
});

describe('a form', () => {
  const file = async (name: string) => ({ name, bytes: await picture(9, 9).png().toBuffer(), fileName: 'a.png' });

  it('may say more than its picture', async () => {
    const form = multipart([{ name: 'note', bytes: 'me' }, await file('image')]);
    expect((await send(form)).statusCode).toBe(200);
  });

  it('is refused with two pictures', async () => {
    expectRefusal(await send(multipart([await file('image'), await file('image')])), 'picture_invalid');
    expect(await imageOf()).toBeNull();
  });

  it('is refused with a picture under another name', async () => {
    const answer = await send(multipart([await file('photo')]));
    expectRefusal(answer, 'invalid_input');
    expect(Object.keys(answer.json().errors)).toEqual(['image']);
  });

  it.each([
    ['no picture', multipart([{ name: 'image', bytes: 'text, not a file' }])],
    ['nothing', multipart([])],
    ['many texts', multipart(Array.from({ length: 30 }, (_, n) => ({ name: `f${n}`, bytes: 'x' })))],
    ['a prototype', multipart([{ name: '__proto__', bytes: 'x', fileName: 'x.png' }])],
    ['no end', { payload: pictureForm('x').payload.subarray(0, 60), headers: pictureForm('x').headers }],
    ['another boundary', { payload: pictureForm('x').payload, headers: pictureForm('y').headers }],
    ['no boundary', { payload: pictureForm('x').payload, headers: { 'content-type': 'multipart/form-data' } }],
    [
      'JSON in it',
      { payload: Buffer.from('{"gender":"F"}'), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
  ])('is refused with %s', async (_, form) => {
    const answer = await send(form);
    expectRefusal(answer, 'picture_invalid');
    expect(await imageOf()).toBeNull();
  });

  it('is taken by no other call', async () => {
    const form = pictureForm(await picture(9, 9).png().toBuffer());
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/backend/login/',
      payload: form.payload,
      headers: form.headers,
    });
    expectRefusal(answer, 'unsupported_media_type');
  });

  it('is not read from whoever is not signed in', async () => {
    expectRefusal(await send(pictureForm('x'), {}), 'credentials_missing');
    expectRefusal(await send(pictureForm('x'), { authorization: 'Token none' }), 'token_invalid');
  });
});

it('the description names both types of body', async () => {
  const { paths } = (await shop.app.inject({ url: '/backend/docs' })).json();
  const { content } = paths['/backend/user-profile-update'].put.requestBody;
  expect(content['application/json'].schema.properties).toHaveProperty('date_of_birth');
  expect(content['multipart/form-data'].schema.properties.image).toMatchObject({ type: 'string', format: 'binary' });
});
