import sharp from 'sharp';
import { type Urgency, WorkQueue } from '../../platform/work-queue.ts';
import { isErasable, type MediaStore, type Rendition } from './media.port.ts';
import { type Picture, picture, RecentPictures } from './recent-pictures.ts';

// Pictures are made side by side, so each takes one thread; and sharp's own cache would hold what we never ask twice.
sharp.concurrency(1);
sharp.cache(false);

const WEBP = { quality: 80 };
/** On the demo market 40% smaller than WEBP; effort 4 takes three times as long for 5% more. */
const AVIF = { quality: 50, effort: 3 };
/** Pixels of a source; beyond it lies a picture made to exhaust memory. */
const MOST_PIXELS = 50_000_000;
/** Sources whose width is remembered. */
const MOST_WIDTHS = 20_000;

/** A picture to send; a provisional one stands in for one that is still to be made. */
type Sent = { readonly picture: Picture; readonly provisional: boolean };

type Options = {
  /**
   * Pictures made at once. Each holds a thread of libuv's pool, which has four unless UV_THREADPOOL_SIZE says otherwise,
   * and which files and passwords need too.
   */
  workers: number;
  /** Pictures that may wait to be made, for each format. */
  waiting?: number;
  /** Bytes of recent pictures held in memory. */
  memory?: number;
  /** Told of AVIFs that could not be made and renditions that could not be kept: nobody waits for those. */
  onError?: (error: unknown) => void;
};

const idOf = ({ key, width, format }: Rendition): string => `${key}/${width}.${format}`;

const writeError = (error: unknown): void => {
  process.stderr.write(`pictures: ${error instanceof Error ? error.message : error}\n`);
};

const encode = (source: Buffer, { width, format }: Rendition): Promise<Buffer> => {
  const resized = sharp(source, { limitInputPixels: MOST_PIXELS }).resize({ width, withoutEnlargement: true });
  return (format === 'avif' ? resized.avif(AVIF) : resized.webp(WEBP)).toBuffer();
};

/**
 * Gives pictures at the sizes and in the formats that browsers ask for: from memory, from what the store keeps, or made
 * now. A key names one picture for good; a picture replaced under its key shows after a restart.
 */
export class Renditions {
  readonly #store: MediaStore;
  readonly #queue: WorkQueue;
  readonly #recent: RecentPictures;
  readonly #onError: (error: unknown) => void;
  readonly #making = new Map<string, Promise<Picture>>();
  /** Sources' widths, so that what is asked wider than its source is found without reading it again. */
  readonly #widths = new Map<string, number>();

  constructor(store: MediaStore, { workers, waiting = 200, memory = 16 * 1024 * 1024, onError = writeError }: Options) {
    this.#store = store;
    this.#queue = new WorkQueue(workers, waiting);
    this.#recent = new RecentPictures(memory);
    this.#onError = onError;
  }

  /**
   * The picture, never wider than its source. A WebP that has to be made is waited for. An AVIF is not: it is queued,
   * and the WebP stands in for it. When too many wait already, the source itself stands in; so it does, each time read
   * anew, for one that may be erased.
   * @returns undefined when there is no such source
   * @throws sharp's error when the source can't be decoded, and the store's own
   */
  async get(asked: Rendition): Promise<Sent | undefined> {
    if (isErasable(asked.key)) {
      const source = await this.#store.read(asked.key);
      return source && { picture: picture(source, 'webp'), provisional: true };
    }
    const wanted = this.#narrowed(asked);
    const id = idOf(wanted);
    const recent = this.#recent.get(id);
    if (recent) return { picture: recent, provisional: false };
    if (wanted.format === 'avif' && this.#making.has(id)) return this.#standIn(wanted);
    const kept = await this.#store.readRendition(wanted);
    if (kept) return { picture: this.#remember(wanted, kept), provisional: false };
    const source = await this.#store.read(wanted.key);
    if (!source) return undefined;
    await this.#learnWidth(wanted.key, source);
    if (this.#narrowed(wanted) !== wanted) return this.get(wanted);
    return wanted.format === 'avif' ? this.#later(wanted) : this.#now(wanted, source);
  }

  /** Pictures being made, and pictures that wait for it. */
  get load(): { running: number; waiting: number } {
    return this.#queue.load;
  }

  /** Resolves once no picture is being made or waits for it. */
  settled(): Promise<void> {
    return this.#queue.idle();
  }

  async #now(wanted: Rendition, source: Buffer): Promise<Sent> {
    if (this.#widths.get(wanted.key) === wanted.width) {
      return { picture: this.#remember(wanted, source), provisional: false };
    }
    const made = this.#start(wanted, 'awaited');
    return made ? { picture: await made, provisional: false } : { picture: picture(source, 'webp'), provisional: true };
  }

  async #later(wanted: Rendition): Promise<Sent | undefined> {
    // First the WebP: started first, the AVIF could hold the only worker while somebody waits for this.
    const webp = await this.#standIn(wanted);
    if (webp) this.#start(wanted, 'later')?.catch(this.#onError);
    return webp;
  }

  async #standIn(wanted: Rendition): Promise<Sent | undefined> {
    const webp = await this.get({ ...wanted, format: 'webp' });
    return webp && { picture: webp.picture, provisional: true };
  }

  /** @returns the rendition as it is or will be made, or undefined when too many wait */
  #start(wanted: Rendition, urgency: Urgency): Promise<Picture> | undefined {
    const id = idOf(wanted);
    const running = this.#making.get(id);
    if (running) return running;
    const { promise, resolve, reject } = Promise.withResolvers<Picture>();
    const taken = this.#queue.add(async () => {
      try {
        resolve(await this.#make(wanted));
      } catch (error) {
        reject(error);
      } finally {
        this.#making.delete(id);
      }
    }, urgency);
    if (!taken) return undefined;
    this.#making.set(id, promise);
    return promise;
  }

  async #make(wanted: Rendition): Promise<Picture> {
    // Another process, or one that finished while this was on its way here, may have made it.
    const kept = await this.#store.readRendition(wanted);
    if (kept) return this.#remember(wanted, kept);
    // Read again: a hundred that wait would otherwise hold a hundred sources in memory.
    const source = await this.#store.read(wanted.key);
    if (!source) throw new Error(`the source of ${idOf(wanted)} is gone`);
    const bytes = await encode(source, wanted);
    // A store that is full or away is no reason not to show the picture.
    await this.#store.keepRendition(wanted, bytes).catch(this.#onError);
    return this.#remember(wanted, bytes);
  }

  #remember(wanted: Rendition, bytes: Buffer): Picture {
    const made = picture(bytes, wanted.format);
    this.#recent.set(idOf(wanted), made);
    return made;
  }

  /** The same rendition when its source is wide enough or not known yet, else the widest there can be. */
  #narrowed(wanted: Rendition): Rendition {
    const widest = this.#widths.get(wanted.key);
    return widest !== undefined && widest < wanted.width ? { ...wanted, width: widest } : wanted;
  }

  async #learnWidth(key: string, source: Buffer): Promise<void> {
    if (this.#widths.has(key)) return;
    const { width } = await sharp(source, { limitInputPixels: MOST_PIXELS }).metadata();
    const [oldest] = this.#widths.keys();
    if (oldest !== undefined && this.#widths.size >= MOST_WIDTHS) this.#widths.delete(oldest);
    this.#widths.set(key, width);
  }
}
