import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { resolveName } from './resolve-name.ts';

/** The only IPv6 block with public addresses (IANA, "IPv6 Global Unicast Address Assignments"). */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address belongs to the open internet: not private, local, reserved, or a tunnel to such an address. */
export const isPublicAddress = (address: string): boolean => {
  // ipaddr.js also accepts integers and octal parts (0177.0.0.1); isIP() does not.
  if (isIP(address) === 0) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== 'unicast') return false;
  return ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST_IPV6);
};

/** Whether an IP address belongs to this machine. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';

/** Which addresses are called. Tests replace both. */
export type Network = {
  /** @param signal ends it */
  resolve?: (name: string, signal: AbortSignal) => Promise<LookupAddress[]>;
  isPublic?: (address: string) => boolean;
};

type Options = Network & {
  /** Limit of the response's body. */
  maxBytes: number;
  /** Limit of the whole fetch, redirects included. */
  timeoutMs: number;
};

const MAX_REDIRECTS = 4;

/** An expected failure with the text to report. An error, because it is thrown inside the socket's code. */
class FetchRefused extends Error {}

/** Resolves a name for the connecting socket itself, so that the checked addresses are the ones connected to. */
const publicLookup =
  ({ resolve, isPublic }: Required<Network>, signal: AbortSignal): LookupFunction =>
  (name, options, done) => {
    const lookup = async (): Promise<LookupAddress[]> => {
      const addresses = await resolve(name, signal);
      if (addresses.length === 0) throw new FetchRefused(`${name} has no IP address.`);
      if (!addresses.every(({ address }) => isPublic(address)))
        throw new FetchRefused(`${name} leads to an address inside the network.`);
      return addresses;
    };
    lookup().then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: Error) => done(error, []),
    );
  };

type Sent = Network & {
  method: 'GET' | 'POST';
  headers: Record<string, string | number>;
  body?: Buffer;
  signal: AbortSignal;
};

/**
 * Sends one request if the URL leads to public addresses only. Names are resolved once, and the checked addresses are the ones connected
 * to, so that a name cannot change its address in between (DNS rebinding).
 * @returns the response without its body; redirects are not followed
 * @throws FetchRefused for a URL that is not called, and network errors
 */
const sendPublic = async (
  url: URL,
  { method, headers, body, signal, resolve = resolveName, isPublic = isPublicAddress }: Sent,
): Promise<IncomingMessage> => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused('It is not an http or https URL.');
  if (url.username !== '' || url.password !== '') throw new FetchRefused('The URL contains a name or a password.');
  // Sockets don't call `lookup` for an IP address.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublic(host)) throw new FetchRefused(`${host} is an address inside the network.`);
  // Imported on demand: an import of node:http loads all of Node's fetch, a tenth of the time of a start.
  const request = url.protocol === 'https:' ? requestHttps : (await import('node:http')).request;
  const { promise, resolve: onResponse, reject } = Promise.withResolvers<IncomingMessage>();
  const lookup = publicLookup({ resolve, isPublic }, signal);
  request(url, { method, headers, lookup, signal, agent: false }, onResponse).on('error', reject).end(body);
  return promise;
};

const readBody = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const tooLarge = () => new FetchRefused(`It is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Fetches an http or https URL if it and all its redirects lead to public addresses.
 * @returns the bytes, or a sentence with the reason for the failure
 */
export const fetchPublic = async (
  url: string,
  { maxBytes, timeoutMs, ...network }: Options,
): Promise<{ bytes: Buffer } | { refused: string }> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { accept: 'image/*', 'user-agent': 'Mozilla/5.0 (shop)' };
  const get = async (url: URL, redirectsLeft: number): Promise<Buffer> => {
    const response = await sendPublic(url, { method: 'GET', headers, signal, ...network });
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        if (redirectsLeft === 0) throw new FetchRefused('It redirects too many times.');
        response.destroy();
        return await get(new URL(headers.location, url), redirectsLeft - 1);
      }
      if (statusCode !== 200) throw new FetchRefused(`The server responded with ${statusCode}.`);
      return await readBody(response, maxBytes);
    } finally {
      response.destroy();
    }
  };
  try {
    return { bytes: await get(new URL(url), MAX_REDIRECTS) };
  } catch (error) {
    if (error instanceof FetchRefused) return { refused: error.message };
    if (signal.aborted) return { refused: `The server did not respond within ${Math.ceil(timeoutMs / 1000)} s.` };
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { refused: code === 'ERR_INVALID_URL' ? 'It is not a URL.' : `It cannot be fetched (${code}).` };
  }
};

/** Reads a body that nobody needs, so that its sender is not interrupted; at most this much. */
const discardBody = async (response: IncomingMessage, maxBytes: number): Promise<void> => {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return;
    }
  } catch {
    // The status has arrived, which is all that counts.
  } finally {
    response.destroy();
  }
};

/** The response to a POST, without its body and without details of a failure, which would show what is inside a network. */
export type PostResult =
  | { status: number; retryAfter: string | undefined }
  | { failure: 'timeout' | 'connection' | 'address' };

/**
 * Sends a POST request if the URL leads to public addresses only. Redirects are not followed.
 * @param options `maxBytes`: how much of the response's body is read, and thrown away
 * @returns `address`: an address that is not called; `connection`: none, or a broken one, or TLS that is not valid
 */
export const postPublic = async (
  url: string,
  { headers, body, timeoutMs, maxBytes, ...network }: Options & { headers: Record<string, string>; body: Buffer },
): Promise<PostResult> => {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await sendPublic(new URL(url), {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      body,
      signal,
      ...network,
    });
    await discardBody(response, maxBytes);
    return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
  } catch (error) {
    if (error instanceof FetchRefused) return { failure: 'address' };
    return { failure: signal.aborted ? 'timeout' : 'connection' };
  }
};
