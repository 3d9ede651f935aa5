import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { pictureForm } from '../testing/account.ts';
import { openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';

let shop: TestShop;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  shop = await openTestShop({ REQUEST_TIMEOUT_MS: '1000' });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const address = shop.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the shop has no port');
  ({ port } = address);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => shop.close());

/** Sends the head of a request and a part of its body, and then nothing. */
const stall = async (head: readonly string[]) => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(`${head.join('\r\n')}\r\nHost: shop.test\r\nContent-Length: 100000\r\n\r\n--x\r\n`);
  return { response: () => response, closed };
};
const stallUpload = ({ authorization }: { authorization: string }) =>
  stall([
    'PUT /backend/user-profile-update HTTP/1.1',
    `Authorization: ${authorization}`,
    'Content-Type: multipart/form-data; boundary=x',
  ]);
const upload = async (headers: { authorization: string }) => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
  const form = pictureForm(await picture.jpeg().toBuffer());
  return shop.app.inject({
    method: 'PUT',
    url: '/backend/user-profile-update',
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  });
};

it('a request whose body does not arrive in time gets 408', { tags: ['@API-31'] }, async () => {
  const { response, closed } = await stall(['POST /backend/login/ HTTP/1.1', 'Content-Type: application/json']);
  await closed;
  expect(response()).toMatch(/^HTTP\/1\.1 408 /);
});

it('stalled uploads of one account do not block uploads of others, and end', { tags: ['@API-31'] }, async () => {
  const [slow, other] = [await signIn(shop.db), await signIn(shop.db)];
  const stalled = await Promise.all(Array.from({ length: 8 }, () => stallUpload(slow)));
  // All uploads but one are refused at once.
  await waitFor(() => expect(stalled.filter(({ response }) => response().startsWith('HTTP/1.1 429'))).toHaveLength(7));
  expect((await upload(other)).statusCode).toBe(200);
  await Promise.all(stalled.map(({ closed }) => closed));
  await waitFor(async () => expect((await upload(slow)).statusCode).toBe(200));
});
