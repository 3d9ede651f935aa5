import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { isRefused, type Refused } from './refusal.ts';

const brotli = promisify(brotliCompress);
/** Smaller answers fit one packet either way. */
const WORTH_COMPRESSING = 1200;

/** What tells one body from another: its hash. */
export const etagOf = (body: Uint8Array): string => `"${hash('sha1', body, 'base64url')}"`;

/** A finished answer: its bytes and what a client needs to ask for it again cheaply. */
export class Finished {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Record<string, string>;
  readonly status: number;
  /** The same bytes compressed, once that was worth while. */
  encoded: { encoding: 'br'; body: Buffer } | undefined;
  /** Where it is kept, and under which key. */
  kept: { cache: AnswerCache; key: string } | undefined;

  constructor(body: Buffer, headers: Record<string, string>, status = 200, etag = etagOf(body)) {
    this.body = body;
    this.etag = etag;
    this.headers = headers;
    this.status = status;
  }
}

/** What caches between us and the shopper may do with a public answer. */
const PUBLIC = 'public, max-age=5, s-maxage=15, stale-while-revalidate=30';

/** Addresses that are remembered; many may name one answer. */
const MOST_ADDRESSES = 5000;

type Entry = { answer: Finished; bytes: number; expires: number; asked: number };

/**
 * Finished answers, bounded in bytes, oldest use first out. Two callers that miss at once make the answer once.
 * `clear` also keeps an answer that is being made from entering, since it may show the old state.
 */
export class AnswerCache {
  readonly #entries = new Map<string, Entry>();
  /** No Map: one that is added to and taken from all the time keeps what is gone from being freed (docs/decisions/0052). */
  #making: Record<string, Promise<Finished | Refused>> = Object.create(null);
  /** Addresses as they were asked for, with the key of their answer. */
  readonly #addresses = new Map<string, string>();
  readonly #limit: number;
  readonly #lifetime: number;
  #bytes = 0;
  #generation = 0;
  /** Answers that were there when they were asked for, or were being made. */
  hits = 0;
  /** Answers that had to be made. */
  misses = 0;

  /**
   * @param limit bytes in all
   * @param lifetime milliseconds after which an answer is made anew
   */
  constructor(limit: number, lifetime: number) {
    this.#limit = limit;
    this.#lifetime = lifetime;
  }

  get(key: string): Finished | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expires < performance.now()) {
      this.#drop(key, entry);
      return undefined;
    }
    this.hits++;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    // Who is asked for twice is asked for again: now compressing pays.
    if (++entry.asked === 1) void this.#compress(key, entry);
    return entry.answer;
  }

  /** The answer kept for exactly this address, if `remember` was told of it. */
  at(address: string): Finished | undefined {
    const key = this.#addresses.get(address);
    return key === undefined ? undefined : this.get(key);
  }

  /** From now on the address is answered by what is kept under the key. */
  remember(address: string, key: string): void {
    if (this.#addresses.size >= MOST_ADDRESSES) this.#addresses.clear();
    this.#addresses.set(address, key);
  }

  /** The kept answer, or the one that `make` gives; only a good answer (200) is kept. */
  async getOr<R extends Refused>(key: string, make: () => Promise<Finished | R>): Promise<Finished | R> {
    const kept = this.get(key);
    if (kept) return kept;
    const running = this.#making[key];
    if (running) {
      this.hits++;
      // One key is always made by the same function, so its refusals are of the same kind.
      return running as Promise<Finished | R>;
    }
    this.misses++;
    const generation = this.#generation;
    const promise = make();
    this.#making[key] = promise;
    try {
      const answer = await promise;
      if (!isRefused(answer) && answer.status === 200 && generation === this.#generation) this.#keep(key, answer);
      return answer;
    } finally {
      if (this.#making[key] === promise) delete this.#making[key];
    }
  }

  /** Like getOr, for an answer that is sent as JSON. */
  json<A>(key: string, make: () => Promise<A>): Promise<Finished | Extract<A, Refused>> {
    return this.getOr<Extract<A, Refused>>(key, async () => {
      const answer = await make();
      if (isRefused(answer)) return answer as Extract<A, Refused>;
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': PUBLIC,
        vary: 'accept-encoding',
      };
      return new Finished(Buffer.from(JSON.stringify(answer)), headers);
    });
  }

  clear(): void {
    this.#generation++;
    this.#entries.clear();
    this.#making = Object.create(null);
    this.#addresses.clear();
    this.#bytes = 0;
  }

  #keep(key: string, answer: Finished): void {
    const bytes = answer.body.length + key.length * 2 + 400;
    if (bytes > this.#limit) return;
    answer.kept = { cache: this, key };
    this.#entries.set(key, { answer, bytes, expires: performance.now() + this.#lifetime, asked: 0 });
    this.#bytes += bytes;
    this.#trim();
  }

  #trim(): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#limit) break;
      this.#drop(oldest, entry);
    }
  }

  async #compress(key: string, entry: Entry): Promise<void> {
    const { body } = entry.answer;
    if (body.length < WORTH_COMPRESSING || entry.answer.encoded) return;
    const encoded = await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    entry.answer.encoded = { encoding: 'br', body: encoded };
    // What was dropped meanwhile takes no room any more.
    if (this.#entries.get(key) !== entry) return;
    entry.bytes += encoded.length;
    this.#bytes += encoded.length;
    this.#trim();
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
