import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { brotliOptions, type Compression, MIN_BYTES_TO_COMPRESS } from './brotli.ts';
import { type Change, Dependencies, DependencyIndex, dependenciesOfRefusals, EVERYTHING } from './dependencies.ts';
import { RecentKeys } from './recent-keys.ts';
import { isRefused, type Refused } from './refusal.ts';

const brotli = promisify(brotliCompress);
const EMPTY = Buffer.alloc(0);
/** Estimated memory of an entry beside its body and its key, and of each of its dependencies. */
const ENTRY_OVERHEAD_BYTES = 400;
const DEPENDENCY_BYTES = 60;
/**
 * Entries that were not requested since they were stored are evicted before others, down to this share of the memory: a flood of
 * distinct URLs evicts only them.
 */
const NEW_ENTRIES_SHARE = 0.2;
/** Minimum number of remembered keys of responses that were not stored because the cache was full. */
const MAX_RECENT_KEYS = 8192;
/** A body that was decompressed this often is kept. */
const MAX_DECOMPRESSIONS = 2;
/** Requests since an entry was stored that make it popular. */
const MIN_HITS_OF_POPULAR = 2;
/** Maximum number of URLs of an entry, and maximum length of each. URLs that differ only in unknown parameters have the same entry. */
const MAX_URLS_PER_ENTRY = 8;
const MAX_URL_LENGTH = 500;
const URL_OVERHEAD_BYTES = 100;
/**
 * An entry that a change makes stale so soon after its creation is short-lived: further changes are expected, and its replacement waits
 * for them. When that is short-lived too, the next one is compressed quickly.
 */
const MAX_SHORT_LIFE_MS = 5000;
const SHORT_LIVED_WAIT_MS = 250;
/** Maximum number of waiting replacements. Other entries are created again by the first request that finds them too stale. */
const MAX_WAITING_REPLACEMENTS = 100;

/** How long browsers and shared caches may reuse a public response. */
const PUBLIC_CACHE_CONTROL = 'public, max-age=5, s-maxage=15, stale-while-revalidate=30';

/** The ETag of a body: its hash. Merchants write parts of the bodies, so it must withstand attacks. */
export const etagOf = (body: Uint8Array): string => `"${hash('sha1', body, 'base64url')}"`;

/**
 * The bytes in memory of their own. Node takes small buffers, and zlib what it returns, from shared blocks of 64 kB; one
 * of them that stays in the cache would keep its whole block in memory.
 */
const detach = (bytes: Buffer): Buffer => {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
};

/** A complete response: status, headers, body and ETag. */
export class CachedResponse {
  readonly etag: string;
  readonly headers: Record<string, string>;
  readonly status: number;
  /** The cache that created it, its key there, and what it was made from. */
  origin: { cache: ResponseCache; key: string; dependencies: Dependencies } | undefined;
  #body: Buffer | undefined;
  /** The body after `dropBody`, until the memory is needed. */
  #droppedBody: WeakRef<Buffer> | undefined;
  #decompressions = 0;
  #compressed: Buffer | undefined;
  #compressing: Promise<void> | undefined;

  constructor(body: Buffer, headers: Record<string, string>, status = 200, etag = etagOf(body)) {
    this.#body = detach(body);
    this.etag = etag;
    this.headers = headers;
    this.status = status;
  }

  /** A response whose body is compressed with brotli already. @param etag of the body before compression */
  static fromCompressed(
    compressed: Buffer,
    headers: Record<string, string>,
    status: number,
    etag: string,
  ): CachedResponse {
    const response = new CachedResponse(EMPTY, headers, status, etag);
    response.#body = undefined;
    response.#compressed = detach(compressed);
    response.#compressing = Promise.resolve();
    return response;
  }

  get body(): Buffer {
    const body = this.#body ?? this.#droppedBody?.deref();
    if (body) return body;
    const decompressed = brotliDecompressSync(this.#compressed ?? Buffer.alloc(0));
    // For clients without brotli that request it again and again: garbage of this size stops the process for collections.
    if (++this.#decompressions === MAX_DECOMPRESSIONS) {
      this.#body = detach(decompressed);
      this.origin?.cache.updateSize(this);
    } else {
      this.#droppedBody = new WeakRef(decompressed);
    }
    return decompressed;
  }

  /** The body compressed with brotli, after `compress`. */
  get compressed(): Buffer | undefined {
    return this.#compressed;
  }

  /** The bytes of memory that the bodies need. */
  get storedBytes(): number {
    return (this.#body?.length ?? 0) + (this.#compressed?.length ?? 0);
  }

  /** Compresses the body once. */
  compress(compression: Compression = 'small'): Promise<void> {
    this.#compressing ??= this.#compress(compression);
    return this.#compressing;
  }

  async #compress(compression: Compression): Promise<void> {
    const { body } = this;
    this.#compressed = detach(await brotli(body, brotliOptions(body.length, compression)));
  }

  /** Keeps only the compressed body. Few clients need the other; if they do, it is kept again after some requests. */
  dropBody(): void {
    if (!this.#compressed || !this.#body) return;
    this.#droppedBody = new WeakRef(this.#body);
    this.#body = undefined;
  }
}

type Entry = {
  key: string;
  response: CachedResponse;
  dependencies: Dependencies;
  hits: number;
  urls: string[];
  /** Whether the entry before it was short-lived. */
  followsShortLived: boolean;
  /** When its creation started, as performance.now(). */
  startedAt: number;
  /** When the entry became stale, as performance.now(): at a change, or at the end of its lifetime. */
  staleAt: number;
  /** Whether it waits to be replaced, or is being replaced. */
  isBeingReplaced: boolean;
};
type Creation = {
  promise: Promise<CachedResponse | Refused>;
  dependencies: Dependencies;
  /** Whether several requests wait for it. */
  isShared: boolean;
  /** What changed since it started; the response may show the state before. */
  changes: Change[];
};
type Create<R extends Refused> = (
  dependencies: Dependencies,
  compression: Compression | undefined,
) => Promise<CachedResponse | R>;
type Options = {
  /** 0 stores nothing. */
  maxBytes: number;
  /** Milliseconds after which an entry is stale without a change. */
  lifetimeMs: number;
  /** How long a popular entry that is stale may still be sent while it is created again. */
  maxStaleMs?: number;
  /** How many of them are created at a time. Nobody waits for them, so they leave the processors to requests. */
  maxReplacements?: number;
  /** Whether bodies are dropped when they have been compressed, which fits many more large responses. */
  storesCompressed?: boolean;
};

const sizeOf = ({ key, urls, response, dependencies: { tags, intervals } }: Entry): number =>
  response.storedBytes +
  key.length * 2 +
  urls.reduce((bytes, url) => bytes + url.length * 2 + URL_OVERHEAD_BYTES, 0) +
  (tags.length + intervals.length) * DEPENDENCY_BYTES +
  ENTRY_OVERHEAD_BYTES;

/**
 * Complete responses, bounded in bytes; the least recently used are evicted first. A change removes those that depend on it
 * (docs/decisions/response-cache.md).
 */
export class ResponseCache {
  /** Entries that were not requested since they were stored, and entries that were. */
  readonly #newEntries: LRUCache<string, Entry>;
  readonly #usedEntries: LRUCache<string, Entry>;
  readonly #entriesByUrl = new Map<string, Entry>();
  readonly #recentKeys = new RecentKeys(MAX_RECENT_KEYS);
  readonly #index = new DependencyIndex<Entry>();
  readonly #maxBytes: number;
  readonly #lifetimeMs: number;
  readonly #maxStaleMs: number;
  readonly #replacements: PQueue;
  readonly #storesCompressed: boolean;
  /**
   * The creations that requests for the same key share. Not a Map: a Map with frequent inserts and deletes retains
   * deleted values (docs/decisions/response-cache.md).
   */
  #pending: Record<string, Creation> = Object.create(null);
  /** Creations in progress that are no longer shared, because something has changed since they started. */
  readonly #outdatedCreations = new Set<Creation>();
  /** Requests that found a response, or one being created. */
  hits = 0;
  misses = 0;

  constructor({ maxBytes, lifetimeMs, maxStaleMs = 0, maxReplacements = 1, storesCompressed = false }: Options) {
    this.#lifetimeMs = lifetimeMs;
    this.#storesCompressed = storesCompressed;
    this.#maxStaleMs = maxStaleMs;
    this.#replacements = new PQueue({ concurrency: maxReplacements });
    this.#maxBytes = maxBytes;
    // For lru-cache, 0 means no limit.
    const open = () =>
      new LRUCache<string, Entry>({
        maxSize: Math.max(1, maxBytes),
        dispose: (entry, _, reason) => {
          if (reason === 'evict') this.#forget(entry);
        },
      });
    this.#newEntries = open();
    this.#usedEntries = open();
  }

  /** The stored response, unless it is stale. */
  get(key: string): CachedResponse | undefined {
    const entry = this.#peek(key);
    return entry && performance.now() < entry.staleAt ? this.#hit(entry) : undefined;
  }

  /** The response stored for exactly this URL, if `addUrl` mapped it and it is not stale. */
  getByUrl(url: string): CachedResponse | undefined {
    const entry = this.#entriesByUrl.get(url);
    return entry && performance.now() < entry.staleAt ? this.#hit(entry) : undefined;
  }

  /** Maps a URL to the entry of a key, for `getByUrl`. The oldest of too many is forgotten. */
  addUrl(url: string, key: string): void {
    const entry = this.#peek(key);
    if (!entry || this.#entriesByUrl.has(url) || url.length > MAX_URL_LENGTH) return;
    if (entry.urls.length === MAX_URLS_PER_ENTRY) this.#entriesByUrl.delete(entry.urls.shift() ?? '');
    entry.urls.push(url);
    this.#entriesByUrl.set(url, entry);
    this.updateSize(entry.response);
  }

  /**
   * The cached response, or the one from `create`; concurrent misses call it once. Only status 200 is stored, and only if
   * nothing that the response depends on changed meanwhile. When the cache is full, a response for which only one request waits is
   * stored when it is created for the second time. A popular entry that is stale is returned once more, while it is created again.
   * @param create adds to `dependencies` what the response is made from, before it reads it. A replacement is
   *   compressed before it is stored, so `create` may compress it already, with the given `compression`
   */
  async getOrCreate<R extends Refused>(key: string, create: Create<R>): Promise<CachedResponse | R> {
    const entry = this.#peek(key);
    const staleMs = entry ? performance.now() - entry.staleAt : Number.POSITIVE_INFINITY;
    if (entry && staleMs < 0) return this.#hit(entry);
    const pending = this.#pending[key];
    if (entry && isPopular(entry) && staleMs < this.#maxStaleMs) {
      if (!pending && !entry.isBeingReplaced) void this.#replace(entry, create);
      return this.#hit(entry);
    }
    if (pending) {
      this.hits++;
      pending.isShared = true;
      // All callers of one key pass the same function, so the refusals have the same type.
      return pending.promise as Promise<CachedResponse | R>;
    }
    this.misses++;
    return this.#create(key, create, entry && isPopular(entry) ? entry : undefined);
  }

  /** Like `getOrCreate`, for a value that is sent as JSON. */
  getOrCreateJson<A>(
    key: string,
    read: (dependencies: Dependencies) => Promise<A>,
  ): Promise<CachedResponse | Extract<A, Refused>> {
    return this.getOrCreate<Extract<A, Refused>>(key, async (dependencies) => {
      const value = await read(dependencies);
      if (isRefused(value)) return value as Extract<A, Refused>;
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': PUBLIC_CACHE_CONTROL,
        vary: 'accept-encoding',
      };
      return new CachedResponse(Buffer.from(JSON.stringify(value)), headers);
    });
  }

  /**
   * Removes the entries that depend on what changed; popular ones may be sent for `maxStaleMs` more. Responses that are
   * being created are not stored if they depend on it, and later requests do not wait for them.
   */
  invalidate(changes: readonly Change[]): void {
    const now = performance.now();
    for (const change of changes) {
      const affected = change.tags.includes(EVERYTHING)
        ? [...this.#newEntries.values(), ...this.#usedEntries.values()]
        : this.#index.find(change);
      for (const entry of affected) {
        if (this.#maxStaleMs > 0 && isPopular(entry)) {
          entry.staleAt = Math.min(entry.staleAt, now);
        } else {
          this.#remove(entry);
          if (entry.hits > 0) this.#recentKeys.add(entry.key);
        }
      }
    }
    this.#recordForCreations(changes);
  }

  /** Removes all responses. Those that are being created are not stored. */
  clear(): void {
    this.#newEntries.clear();
    this.#usedEntries.clear();
    this.#entriesByUrl.clear();
    this.#index.clear();
    this.#recordForCreations([{ tags: [EVERYTHING], moves: [] }]);
  }

  /** Compresses a response unless it is small, and counts its new size if it is stored. */
  async compress(response: CachedResponse, compression: Compression = 'small'): Promise<void> {
    if (!response.compressed && response.body.length < MIN_BYTES_TO_COMPRESS) return;
    await response.compress(compression);
    if (this.#storesCompressed) response.dropBody();
    this.updateSize(response);
  }

  /** Counts the present size of a response, if it is stored, and evicts others. */
  updateSize(response: CachedResponse): void {
    const entry = response.origin && this.#peek(response.origin.key);
    if (entry?.response === response) this.#put(entry);
  }

  #peek(key: string): Entry | undefined {
    return this.#usedEntries.peek(key) ?? this.#newEntries.peek(key);
  }

  #hit(entry: Entry): CachedResponse {
    this.hits++;
    if (++entry.hits === 1) {
      this.#newEntries.delete(entry.key);
      this.#put(entry);
      // Not before, because most stored responses are never requested again.
      if (!entry.response.compressed) void this.compress(entry.response);
    } else {
      // Marks it as recently used.
      this.#usedEntries.get(entry.key);
    }
    return entry.response;
  }

  /** Creates a popular entry again when it is its turn, unless a request that could not wait has done so by then. */
  async #replace<R extends Refused>(entry: Entry, create: Create<R>): Promise<void> {
    const replace = async () => {
      if (this.#peek(entry.key) === entry && !this.#pending[entry.key]) await this.#create(entry.key, create, entry);
    };
    entry.isBeingReplaced = true;
    const waitMs = entry.staleAt + SHORT_LIVED_WAIT_MS - performance.now();
    if (isShortLived(entry) && waitMs > 0) await wait(waitMs, undefined, { ref: false });
    // After the time-out the next one starts, while this one goes on. A failure is not stored, so a later request tries again and gets
    // the error.
    if (this.#replacements.size < MAX_WAITING_REPLACEMENTS)
      await this.#replacements.add(replace, { timeout: this.#maxStaleMs, priority: entry.hits }).catch(() => undefined);
    entry.isBeingReplaced = false;
  }

  async #create<R extends Refused>(key: string, create: Create<R>, replaced?: Entry): Promise<CachedResponse | R> {
    const dependencies = new Dependencies();
    const startedAt = performance.now();
    const followsShortLived = replaced !== undefined && isShortLived(replaced);
    const replacementCompression = followsShortLived && replaced.followsShortLived ? 'quick' : 'small';
    const compression = replaced?.response.compressed === undefined ? undefined : replacementCompression;
    const promise = create(dependencies, compression);
    const creation: Creation = { promise, dependencies, isShared: false, changes: [] };
    this.#pending[key] = creation;
    try {
      const response = await promise;
      if (isRefused(response)) {
        if (dependencies.tags.length > 0) dependenciesOfRefusals.set(response, dependencies);
        return response;
      }
      response.origin = { cache: this, key, dependencies };
      // Visitors get the replaced response meanwhile, so none waits for the compression.
      if (compression) await this.compress(response, compression);
      const isCurrent = !creation.changes.some((change) => dependencies.isAffectedBy(change));
      if (response.status === 200 && isCurrent && dependencies.areKnown && this.#maxBytes > 0) {
        const staleAt = Math.min(startedAt + this.#lifetimeMs, dependencies.staleAt);
        // What replaces a popular response is popular.
        const hits = replaced?.hits ?? 0;
        const entry: Entry = {
          key,
          response,
          dependencies,
          hits,
          urls: [],
          followsShortLived,
          startedAt,
          staleAt,
          isBeingReplaced: false,
        };
        if (replaced || creation.isShared || this.#isAdmitted(entry)) this.#store(entry);
        else this.#recentKeys.add(key);
      }
      return response;
    } finally {
      if (this.#pending[key] === creation) delete this.#pending[key];
      else this.#outdatedCreations.delete(creation);
    }
  }

  #recordForCreations(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    for (const creation of Object.values(this.#pending)) this.#outdatedCreations.add(creation);
    this.#pending = Object.create(null);
    for (const creation of this.#outdatedCreations) creation.changes.push(...changes);
  }

  #store(entry: Entry): void {
    const previous = this.#peek(entry.key);
    if (previous) this.#remove(previous);
    this.#index.add(entry);
    this.#put(entry);
  }

  /** Whether a new entry is stored: when there is space, or when it was created recently and there was none. */
  #isAdmitted(entry: Entry): boolean {
    const hasSpace = this.#storedBytes + sizeOf(entry) <= this.#maxBytes;
    return hasSpace || this.#recentKeys.has(entry.key);
  }

  get #storedBytes(): number {
    return this.#newEntries.calculatedSize + this.#usedEntries.calculatedSize;
  }

  /** Puts an entry into its store, with its size, and evicts others. */
  #put(entry: Entry): void {
    const entries = entry.hits === 0 ? this.#newEntries : this.#usedEntries;
    // lru-cache updates the size only of a new value.
    entries.delete(entry.key);
    entries.set(entry.key, entry, { size: sizeOf(entry) });
    // lru-cache does not store what is larger than the whole cache.
    if (!entries.has(entry.key)) this.#forget(entry);
    while (this.#storedBytes > this.#maxBytes) {
      const isFlooded = this.#newEntries.calculatedSize > this.#maxBytes * NEW_ENTRIES_SHARE;
      const evicted = (isFlooded ? this.#newEntries : this.#usedEntries).pop() ?? this.#newEntries.pop();
      if (!evicted) break;
    }
  }

  #remove(entry: Entry): void {
    this.#newEntries.delete(entry.key);
    this.#usedEntries.delete(entry.key);
    this.#forget(entry);
  }

  /** Removes what refers to an entry. */
  #forget(entry: Entry): void {
    this.#index.remove(entry);
    for (const url of entry.urls) this.#entriesByUrl.delete(url);
  }
}

const isPopular = ({ hits }: Entry): boolean => hits >= MIN_HITS_OF_POPULAR;
const isShortLived = ({ startedAt, staleAt }: Entry): boolean => staleAt - startedAt < MAX_SHORT_LIFE_MS;
