import { promises as dns, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are nobody's public address (IANA's registries of special-purpose addresses). */
const SPECIAL = new BlockList();
for (const network of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/3',
].flatMap((line) => line.split(' '))) {
  const [address = '', length] = network.split('/');
  SPECIAL.addSubnet(address, Number(length), 'ipv4');
}
// Within the one network that public addresses are from: documentation, and tunnels that lead to IPv4 addresses.
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address = '', length] = network.split('/');
  SPECIAL.addSubnet(address, Number(length), 'ipv6');
}
const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the open internet, not of this machine, its network or its provider's inside. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 4) return !SPECIAL.check(address, 'ipv4');
  return version === 6 && PUBLIC_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
};

type Options = {
  /** Bytes that an answer may have. */
  mostBytes: number;
  /** Milliseconds for all of it, redirects too. */
  milliseconds: number;
  /** For tests: where names lead, and which addresses are public. */
  resolve?: (name: string) => Promise<LookupAddress[]>;
  isPublic?: (address: string) => boolean;
};

const MOST_REDIRECTS = 4;

/** A "no" with its sentence; it travels as an error through what the socket does with it. */
class NotFetched extends Error {}

/** Finds a name's addresses for the socket that connects, so that what was checked is what is connected to. */
const guardedLookup =
  (resolve: NonNullable<Options['resolve']>, isPublic: (address: string) => boolean): LookupFunction =>
  (name, options, done) => {
    const look = async (): Promise<LookupAddress[]> => {
      const addresses = await resolve(name);
      if (addresses.length === 0) throw new NotFetched(`${name} has no address.`);
      if (!addresses.every(({ address }) => isPublic(address)))
        throw new NotFetched(`${name} leads to an address inside the network.`);
      return addresses;
    };
    look().then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: Error) => done(error, []),
    );
  };

const readAll = async (answer: IncomingMessage, most: number): Promise<Buffer> => {
  const tooLarge = () => new NotFetched(`It is larger than ${Math.floor(most / 1024 / 1024)} MB.`);
  if (Number(answer.headers['content-length'] ?? 0) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Fetches what anybody could: an http or https address that leads to the open internet, itself and each address that it
 * redirects to. Names are resolved once, and the addresses found are the ones connected to.
 * @returns the bytes, or a sentence that says why there are none
 */
export const fetchPublic = async (
  address: string,
  { mostBytes, milliseconds, resolve = (name) => dns.lookup(name, { all: true }), isPublic = isPublicAddress }: Options,
): Promise<{ bytes: Buffer } | { refused: string }> => {
  const signal = AbortSignal.timeout(milliseconds);
  const lookup = guardedLookup(resolve, isPublic);
  const get = async (url: URL, redirects: number): Promise<Buffer> => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NotFetched('It is no http or https address.');
    if (url.username !== '' || url.password !== '') throw new NotFetched('The address holds a name and a password.');
    // The socket looks up names only: an address that is one already is checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isPublic(host)) throw new NotFetched(`${host} is an address inside the network.`);
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
    request(
      url,
      { lookup, signal, agent: false, headers: { accept: 'image/*', 'user-agent': 'Mozilla/5.0 (shop)' } },
      answered,
    )
      .on('error', reject)
      .end();
    const answer = await promise;
    try {
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        if (redirects === 0) throw new NotFetched('It redirects again and again.');
        answer.destroy();
        return await get(new URL(headers.location, url), redirects - 1);
      }
      if (statusCode !== 200) throw new NotFetched(`It answers ${statusCode}.`);
      return await readAll(answer, mostBytes);
    } finally {
      answer.destroy();
    }
  };
  try {
    return { bytes: await get(new URL(address), MOST_REDIRECTS) };
  } catch (error) {
    if (error instanceof NotFetched) return { refused: error.message };
    if (signal.aborted) return { refused: `It did not answer within ${Math.ceil(milliseconds / 1000)} seconds.` };
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { refused: code === 'ERR_INVALID_URL' ? 'It is no address.' : `It can't be fetched (${code}).` };
  }
};
