import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { orUndefinedAfter } from '../../platform/with-timeout.ts';
import { loadSharp } from './load-sharp.ts';
import { isErasable, type MediaStore, type Rendition } from './media.port.ts';
import { createPicture, openRecentPictures, type Picture } from './recent-pictures.ts';

const WEBP = { quality: 80 };
/** On the demo market 40% smaller than WEBP; effort 4 takes three times as long for 5% more. */
const AVIF = { quality: 50, effort: 3 };
/** Larger sources are refused, because decoding them could exhaust the memory. */
const MAX_SOURCE_PIXELS = 50_000_000;
const MAX_CACHED_WIDTHS = 20_000;
/** How long a visitor waits for a WebP to be encoded, before the source is sent instead. */
const ENCODING_TIMEOUT_MS = 4000;
/** Keys without a source are remembered for a moment, so that requests for the same ones do not reach the store. */
const MAX_MISSING_KEYS = 5000;
const MISSING_MS = 5000;
/** The priority of a WebP that a visitor waits for; AVIFs have priority 0. */
const HIGH_PRIORITY = 1;

/** A picture to send. A provisional one is sent until the requested one is encoded. */
type Result = { readonly picture: Picture; readonly provisional: boolean };

type Options = {
  /**
   * Pictures encoded at the same time. Each takes a thread of libuv's pool, which has four unless UV_THREADPOOL_SIZE is
   * set, and which files and passwords also need.
   */
  workers: number;
  /** Maximum number of queued pictures, for each format. */
  maxQueued?: number;
  /** Time after which the source is sent instead of a picture that is being encoded. */
  encodingTimeoutMs?: number;
  /** Size of the cache of recent pictures. */
  cacheBytes?: number;
  /** Called for AVIFs that could not be encoded and renditions that could not be stored: these fail no request. */
  onError?: (error: unknown) => void;
};

const idOf = ({ key, width, format }: Rendition): string => `${key}/${width}.${format}`;

/** The source, until the requested picture is encoded. */
const toProvisionalResult = (source: Buffer): Result => ({ picture: createPicture(source, 'webp'), provisional: true });

const writeError = (error: unknown): void => {
  process.stderr.write(`pictures: ${error instanceof Error ? error.message : error}\n`);
};

const encode = async (source: Buffer, { width, format }: Rendition): Promise<Buffer> => {
  const sharp = await loadSharp();
  const resized = sharp(source, { limitInputPixels: MAX_SOURCE_PIXELS }).resize({ width, withoutEnlargement: true });
  return (format === 'avif' ? resized.avif(AVIF) : resized.webp(WEBP)).toBuffer();
};

/**
 * Serves pictures in the sizes and formats that browsers request: from memory, from the store, or encoded now. A key
 * normally never changes its picture; a replaced picture is visible only after a restart.
 */
export class Renditions {
  readonly #store: MediaStore;
  readonly #encoding: PQueue;
  /** AVIFs wait here first, so that of two or more workers one is always free for WebPs. */
  readonly #avifs: PQueue;
  readonly #maxQueued: number;
  readonly #encodingTimeoutMs: number;
  readonly #recent: LRUCache<string, Picture>;
  /** Keys that had no source a moment ago. */
  readonly #missing = new LRUCache<string, true>({ max: MAX_MISSING_KEYS, ttl: MISSING_MS });
  readonly #onError: (error: unknown) => void;
  readonly #pending = new Map<string, Promise<Picture>>();
  /** Widths of sources, so that a request above that width is detected without reading the source again. */
  readonly #widths = new Map<string, number>();

  constructor(
    store: MediaStore,
    {
      workers,
      maxQueued = 200,
      encodingTimeoutMs = ENCODING_TIMEOUT_MS,
      cacheBytes = 16 * 1024 * 1024,
      onError = writeError,
    }: Options,
  ) {
    this.#store = store;
    this.#encoding = new PQueue({ concurrency: workers });
    this.#avifs = new PQueue({ concurrency: Math.max(1, workers - 1) });
    this.#maxQueued = maxQueued;
    this.#encodingTimeoutMs = encodingTimeoutMs;
    this.#recent = openRecentPictures(cacheBytes);
    this.#onError = onError;
  }

  /**
   * The picture, never wider than its source. A missing WebP is encoded while the caller waits. A missing AVIF is queued,
   * and the WebP is sent instead. When the queue is full or the encoding takes too long, the source is sent. For an erasable picture the source is always
   * sent, read from the store each time.
   * @returns undefined when there is no such source, or was none a moment ago
   * @throws sharp's error when the source cannot be decoded, or the store's error
   */
  async get(requested: Rendition): Promise<Result | undefined> {
    if (isErasable(requested.key)) {
      const source = await this.#readSource(requested.key);
      return source && toProvisionalResult(source);
    }
    const recent = this.getRecent(requested);
    if (recent) return recent;
    const rendition = this.#clampWidth(requested);
    if (rendition.format === 'avif' && this.#pending.has(idOf(rendition))) return this.#getWebpInstead(rendition);
    if (this.#missing.has(rendition.key)) return undefined;
    const stored = await this.#store.readRendition(rendition);
    if (stored) return { picture: this.#cache(rendition, stored), provisional: false };
    const source = await this.#readSource(rendition.key);
    if (!source) return undefined;
    await this.#readWidth(rendition.key, source);
    if (this.#clampWidth(rendition) !== rendition) return this.get(rendition);
    return rendition.format === 'avif' ? this.#createAvif(rendition) : this.#createWebp(rendition, source);
  }

  /** The picture, if it is in memory. */
  getRecent(requested: Rendition): Result | undefined {
    const picture = this.#recent.get(idOf(this.#clampWidth(requested)));
    return picture && { picture, provisional: false };
  }

  /** Pictures being encoded, and pictures in the queue. */
  get load(): { running: number; waiting: number } {
    return { running: this.#encoding.pending, waiting: this.#encoding.size + this.#avifs.size };
  }

  /** Resolves once no picture is being encoded or queued. */
  async waitUntilIdle(): Promise<void> {
    await this.#avifs.onIdle();
    await this.#encoding.onIdle();
  }

  async #readSource(key: string): Promise<Buffer | undefined> {
    if (this.#missing.has(key)) return undefined;
    const source = await this.#store.read(key);
    if (!source) this.#missing.set(key, true);
    return source;
  }

  async #createWebp(rendition: Rendition, source: Buffer): Promise<Result> {
    if (this.#widths.get(rendition.key) === rendition.width)
      return { picture: this.#cache(rendition, source), provisional: false };
    const pending = this.#start(rendition);
    const picture = pending && (await orUndefinedAfter(pending, this.#encodingTimeoutMs));
    return picture ? { picture, provisional: false } : toProvisionalResult(source);
  }

  async #createAvif(rendition: Rendition): Promise<Result | undefined> {
    // The WebP first: an AVIF started before it could take the only worker while the visitor waits.
    const webp = await this.#getWebpInstead(rendition);
    if (webp) this.#start(rendition)?.catch(this.#onError);
    return webp;
  }

  async #getWebpInstead(rendition: Rendition): Promise<Result | undefined> {
    const webp = await this.get({ ...rendition, format: 'webp' });
    return webp && { picture: webp.picture, provisional: true };
  }

  /** @returns the picture that is or will be encoded; undefined when the queue is full */
  #start(rendition: Rendition): Promise<Picture> | undefined {
    const id = idOf(rendition);
    const pending = this.#pending.get(id);
    if (pending) return pending;
    const started = this.#enqueue(rendition.format, async () => {
      try {
        return await this.#create(rendition);
      } finally {
        this.#pending.delete(id);
      }
    });
    if (started) this.#pending.set(id, started);
    return started;
  }

  #enqueue(format: Rendition['format'], create: () => Promise<Picture>): Promise<Picture> | undefined {
    if (format === 'avif') {
      if (this.#avifs.size >= this.#maxQueued) return undefined;
      return this.#avifs.add(() => this.#encoding.add(create));
    }
    if (this.#encoding.sizeBy({ priority: HIGH_PRIORITY }) >= this.#maxQueued) return undefined;
    return this.#encoding.add(create, { priority: HIGH_PRIORITY });
  }

  async #create(rendition: Rendition): Promise<Picture> {
    // Another process may have created it, or this one while the caller was reading.
    const stored = await this.#store.readRendition(rendition);
    if (stored) return this.#cache(rendition, stored);
    // Read again, so that queued pictures do not hold their sources in memory.
    const source = await this.#store.read(rendition.key);
    if (!source) throw new Error(`the source of ${idOf(rendition)} was removed`);
    const bytes = await encode(source, rendition);
    // The picture is sent even if the store is full or unavailable.
    await this.#store.storeRendition(rendition, bytes).catch(this.#onError);
    return this.#cache(rendition, bytes);
  }

  #cache(rendition: Rendition, bytes: Buffer): Picture {
    const picture = createPicture(bytes, rendition.format);
    this.#recent.set(idOf(rendition), picture);
    return picture;
  }

  /** The same rendition if its source is wide enough or not known yet, otherwise one as wide as the source. */
  #clampWidth(rendition: Rendition): Rendition {
    const sourceWidth = this.#widths.get(rendition.key);
    return sourceWidth !== undefined && sourceWidth < rendition.width
      ? { ...rendition, width: sourceWidth }
      : rendition;
  }

  async #readWidth(key: string, source: Buffer): Promise<void> {
    if (this.#widths.has(key)) return;
    const sharp = await loadSharp();
    const { width } = await sharp(source, { limitInputPixels: MAX_SOURCE_PIXELS }).metadata();
    const [oldest] = this.#widths.keys();
    if (oldest !== undefined && this.#widths.size >= MAX_CACHED_WIDTHS) this.#widths.delete(oldest);
    this.#widths.set(key, width);
  }
}
