import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { isRefused, type Refused } from './refusal.ts';

const brotli = promisify(brotliCompress);
/** A smaller body fits one network packet even without compression. */
const MIN_BYTES_TO_COMPRESS = 1200;
/** Estimated memory of an entry beside its body and its key. */
const ENTRY_OVERHEAD_BYTES = 400;
/** Maximum number of URLs that are mapped to a key; several may share one response. */
const MAX_URLS = 5000;

/** How long browsers and shared caches may reuse a public response. */
const PUBLIC_CACHE_CONTROL = 'public, max-age=5, s-maxage=15, stale-while-revalidate=30';

/** The ETag of a body: its hash. */
export const etagOf = (body: Uint8Array): string => `"${hash('sha1', body, 'base64url')}"`;

/** A complete response: status, headers, body and ETag. */
export class CachedResponse {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Record<string, string>;
  readonly status: number;
  /** The compressed body, available after the second request. */
  compressed: { encoding: 'br'; body: Buffer } | undefined;
  /** The cache that stores it, and its key there. */
  storedIn: { cache: ResponseCache; key: string } | undefined;

  constructor(body: Buffer, headers: Record<string, string>, status = 200, etag = etagOf(body)) {
    this.body = body;
    this.etag = etag;
    this.headers = headers;
    this.status = status;
  }
}

type Entry = { response: CachedResponse; hits: number };

const sizeOf = ({ body, compressed }: CachedResponse, key: string): number =>
  body.length + (compressed?.body.length ?? 0) + key.length * 2 + ENTRY_OVERHEAD_BYTES;

/** Complete responses, bounded in bytes; the least recently used are evicted first. */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>;
  /** The keys of requested URLs. */
  readonly #keysByUrl = new LRUCache<string, string>({ max: MAX_URLS });
  /** Not a Map: a Map with frequent inserts and deletes retains deleted values (docs/decisions/response-cache.md). */
  #pending: Record<string, Promise<CachedResponse | Refused>> = Object.create(null);
  /** Requests that found a response, or one being created. */
  hits = 0;
  misses = 0;

  /**
   * @param maxBytes 0 stores nothing
   * @param ttlMs milliseconds after which an entry expires
   */
  constructor(maxBytes: number, ttlMs: number) {
    // For lru-cache, 0 means no limit.
    this.#entries = new LRUCache({ maxSize: Math.max(1, maxBytes), ttl: ttlMs, ttlResolution: 0 });
  }

  get(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.hits++;
    // Compress on the second request; most entries are read only once.
    if (++entry.hits === 1) void this.#compress(key, entry);
    return entry.response;
  }

  /** The response stored for exactly this URL, if `addUrl` mapped it. */
  getByUrl(url: string): CachedResponse | undefined {
    const key = this.#keysByUrl.get(url);
    return key === undefined ? undefined : this.get(key);
  }

  addUrl(url: string, key: string): void {
    this.#keysByUrl.set(url, key);
  }

  /** The cached response, or the one from `create`; concurrent misses call it once. Only status 200 is stored. */
  async getOrCreate<R extends Refused>(
    key: string,
    create: () => Promise<CachedResponse | R>,
  ): Promise<CachedResponse | R> {
    const cached = this.get(key);
    if (cached) return cached;
    const pending = this.#pending[key];
    if (pending) {
      this.hits++;
      // All callers of one key pass the same function, so the refusals have the same type.
      return pending as Promise<CachedResponse | R>;
    }
    this.misses++;
    const promise = create();
    this.#pending[key] = promise;
    // False after `clear`: the response may show the state before it.
    const isCurrent = () => this.#pending[key] === promise;
    try {
      const response = await promise;
      if (!isRefused(response) && response.status === 200 && isCurrent()) this.#store(key, response);
      return response;
    } finally {
      if (isCurrent()) delete this.#pending[key];
    }
  }

  /** Like `getOrCreate`, for a value that is sent as JSON. */
  getOrCreateJson<A>(key: string, read: () => Promise<A>): Promise<CachedResponse | Extract<A, Refused>> {
    return this.getOrCreate<Extract<A, Refused>>(key, async () => {
      const value = await read();
      if (isRefused(value)) return value as Extract<A, Refused>;
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': PUBLIC_CACHE_CONTROL,
        vary: 'accept-encoding',
      };
      return new CachedResponse(Buffer.from(JSON.stringify(value)), headers);
    });
  }

  /** Removes everything. Responses that are still being created are not stored. */
  clear(): void {
    this.#entries.clear();
    this.#keysByUrl.clear();
    this.#pending = Object.create(null);
  }

  #store(key: string, response: CachedResponse): void {
    response.storedIn = { cache: this, key };
    this.#entries.set(key, { response, hits: 0 }, { size: sizeOf(response, key) });
  }

  async #compress(key: string, entry: Entry): Promise<void> {
    const { response } = entry;
    if (response.body.length < MIN_BYTES_TO_COMPRESS || response.compressed) return;
    const body = await brotli(response.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    response.compressed = { encoding: 'br', body };
    // Count the added bytes, unless the entry was removed meanwhile. lru-cache updates the size only for a new value.
    if (this.#entries.peek(key) === entry)
      this.#entries.set(key, { ...entry }, { size: sizeOf(response, key), noUpdateTTL: true });
  }
}
