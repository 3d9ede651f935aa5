import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openLocalServer } from '../testing/local-server.ts';
import { fetchPublic, isPublicAddress } from './public-fetch.ts';

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2620:4f:8000::1',
  '3fff::1',
  '4000::1',
  '2130706433',
  '0x8.8.8.8',
  'localhost',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

describe('fetchPublic', () => {
  let server: { url: string; close(): Promise<void> };
  let port = '';
  let requestedUrls: string[] = [];
  beforeAll(async () => {
    server = await openLocalServer((request, response) => {
      requestedUrls.push(request.url ?? '');
      const [, route = '', target = ''] = /^\/(\w+)\/?(.*)$/.exec(request.url ?? '') ?? [];
      if (route === 'to') response.writeHead(302, { location: decodeURIComponent(target) }).end();
      else if (route === 'loop') response.writeHead(302, { location: '/loop' }).end();
      else if (route === 'large') response.writeHead(200).end(Buffer.alloc(2000));
      else if (route === 'declared') response.writeHead(200, { 'content-length': '5000' }).write('x');
      else if (route === 'endless') response.writeHead(200).write('x');
      else if (route === 'missing') response.writeHead(404).end();
      else response.writeHead(200).end('picture');
    });
    port = new URL(server.url).port;
  });
  afterAll(() => server.close());

  /** 127.0.0.1 is the only public address here; inside.test has another one, mixed.test has both. */
  const fetchFromServer = (url: string, timeoutMs = 5000) => {
    requestedUrls = [];
    return fetchPublic(url.replace('PORT', port), {
      maxBytes: 1000,
      timeoutMs,
      isPublic: (address) => address === '127.0.0.1',
      resolve: async (name) => {
        const outside = { address: '127.0.0.1', family: 4 };
        const inside = { address: '127.0.0.2', family: 4 };
        if (name === 'nowhere.test') return [];
        return { 'inside.test': [inside], 'mixed.test': [outside, inside] }[name] ?? [outside];
      },
    });
  };

  it('fetches from public addresses, also after redirects', async () => {
    expect(await fetchFromServer('http://outside.test:PORT/a')).toEqual({ bytes: Buffer.from('picture') });
    expect(await fetchFromServer('http://outside.test:PORT/to/%2Fb')).toEqual({ bytes: Buffer.from('picture') });
    expect(requestedUrls).toEqual(['/to/%2Fb', '/b']);
  });

  test.each([
    ['http://inside.test:PORT/a', 'inside.test leads to an address inside the network.'],
    ['http://mixed.test:PORT/a', 'mixed.test leads to an address inside the network.'],
    ['http://127.0.0.2:PORT/a', '127.0.0.2 is an address inside the network.'],
    // Other spellings of 127.0.0.2.
    ['http://2130706434:PORT/a', '127.0.0.2 is an address inside the network.'],
    ['http://[::ffff:127.0.0.2]:PORT/a', '::ffff:7f00:2 is an address inside the network.'],
    ['http://nowhere.test:PORT/a', 'nowhere.test has no IP address.'],
    ['file:///etc/passwd', 'It is not an http or https URL.'],
    ['http://me:secret@outside.test:PORT/a', 'The URL contains a name or a password.'],
    ['picture.jpg', 'It is not a URL.'],
  ])('sends no request to %s', async (url, refused) => {
    expect(await fetchFromServer(url)).toEqual({ refused });
    expect(requestedUrls).toEqual([]);
  });

  test.each([
    ['http://outside.test:PORT/to/http%3A%2F%2Finside.test%2Fa', 'inside.test leads to an address inside the network.'],
    ['http://outside.test:PORT/to/file%3A%2F%2F%2Fetc%2Fpasswd', 'It is not an http or https URL.'],
    ['http://outside.test:PORT/loop', 'It redirects too many times.'],
    ['http://outside.test:PORT/large', 'It is larger than 0 MB.'],
    ['http://outside.test:PORT/declared', 'It is larger than 0 MB.'],
    ['http://outside.test:PORT/missing', 'The server responded with 404.'],
  ])('refuses the response of %s', async (url, refused) => expect(await fetchFromServer(url)).toEqual({ refused }));

  it('stops after its timeout', async () => {
    expect(await fetchFromServer('http://outside.test:PORT/endless', 50)).toEqual({
      refused: 'The server did not respond within 1 s.',
    });
  });

  it('refuses localhost by default', async () => {
    expect(await fetchPublic(`http://localhost:${port}/a`, { maxBytes: 1, timeoutMs: 5000 })).toEqual({
      refused: 'localhost leads to an address inside the network.',
    });
  });
});
