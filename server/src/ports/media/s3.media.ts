import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import PQueue from 'p-queue';
import { shareConcurrent } from '../../platform/share-concurrent.ts';
import {
  isMediaKey,
  isPictureWidth,
  isWebp,
  MediaError,
  type MediaStore,
  MediaUnavailable,
  type Rendition,
} from './media.port.ts';

/** A bucket of any S3-compatible store. */
export type S3Settings = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Path style (endpoint/bucket/…) instead of virtual host style (bucket.endpoint/…). */
  readonly pathStyle: boolean;
};

const CONNECTION_TIMEOUT_MS = 2000;
/** Of one attempt. */
const REQUEST_TIMEOUT_MS = 5000;
const MAX_ATTEMPTS = 3;
/** After so many calls in a row without a response the bucket counts as silent. A single one may be bad luck. */
const MAX_CALLS_WITHOUT_RESPONSE = 3;
/** Refusals that a later call may not get, although S3 sends them as errors of the client. */
const TEMPORARY_STATUSES = [408, 429];
const TEMPORARY_ERRORS = ['RequestTimeout', 'SlowDown'];

/** Limits of the calls of one process. */
type CallLimits = {
  /** Of all attempts of one call, from its start: visitors wait for it. */
  timeoutMs: number;
  /** Calls at the same time. Fewer than the connections of the client (50), where a call would wait within its time-outs. */
  maxCalls: number;
  /** Calls that wait. Further ones fail at once. */
  maxWaiting: number;
  /** A call that waits longer fails. */
  maxWaitMs: number;
  /**
   * While the bucket is silent, calls fail at once for this long, then one of them tries again. A page has dozens of pictures, and
   * browsers load few of them at a time: each would wait.
   */
  pauseMs: number;
};
const CALL_LIMITS: CallLimits = { timeoutMs: 6000, maxCalls: 40, maxWaiting: 1000, maxWaitMs: 4000, pauseMs: 2000 };
type SendOptions = { abortSignal?: AbortSignal };

const SOURCE_PREFIX = 'sources/';

const createSourceName = (key: string): string => `${SOURCE_PREFIX}${key}.webp`;
const folderOf = (key: string): string => `renditions/${key}/`;
const createRenditionName = ({ key, width, format }: Rendition): string | undefined =>
  isMediaKey(key) && isPictureWidth(width) ? `${folderOf(key)}${width}.${format}` : undefined;

/**
 * Pictures as objects of a bucket, with the same names as the files of DiskMedia, shared by all nodes. The bucket can be
 * private, because browsers load pictures from the shop or its CDN.
 */
export class S3Media implements MediaStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #limits: CallLimits;
  readonly #calls: PQueue;
  /** Requests for the same picture share one call, so that they do not take all. */
  readonly #share = shareConcurrent((name: string) => this.#get(name));
  /** Calls since the last response. Those of PUT are not counted: they fail also if only the upload is slow. */
  #callsWithoutResponse = 0;
  /** Until when calls fail at once, as performance.now(). */
  #pausedUntil = 0;

  constructor(
    { endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle }: S3Settings,
    limits: Partial<CallLimits> = {},
  ) {
    this.#bucket = bucket;
    this.#limits = { ...CALL_LIMITS, ...limits };
    this.#calls = new PQueue({ concurrency: this.#limits.maxCalls, timeout: this.#limits.timeoutMs });
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: pathStyle,
      // Not every S3-compatible store supports the newer checksums; the signature covers the bytes anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECTION_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
    });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    if (!isMediaKey(key)) throw new MediaError(`"${key}" is not a media key`);
    if (!isWebp(bytes)) throw new MediaError(`The picture for ${key} is not WebP`);
    const stored = await this.#get(createSourceName(key));
    if (stored?.equals(bytes)) return;
    await this.#put(createSourceName(key), bytes, 'image/webp');
    if (stored) await this.#deleteRenditions(key);
  }

  async read(key: string): Promise<Buffer | undefined> {
    return isMediaKey(key) ? this.#getShared(createSourceName(key)) : undefined;
  }

  async remove(key: string): Promise<void> {
    if (!isMediaKey(key)) throw new MediaError(`"${key}" is not a media key`);
    await this.#delete(createSourceName(key));
    await this.#deleteRenditions(key);
  }

  async *keys(): AsyncGenerator<string> {
    for await (const name of this.#list(SOURCE_PREFIX)) yield name.slice(SOURCE_PREFIX.length, -'.webp'.length);
  }

  async readRendition(rendition: Rendition): Promise<Buffer | undefined> {
    const name = createRenditionName(rendition);
    return name === undefined ? undefined : this.#getShared(name);
  }

  async storeRendition(rendition: Rendition, bytes: Uint8Array): Promise<void> {
    const name = createRenditionName(rendition);
    if (name === undefined) throw new MediaError(`"${rendition.key}" at ${rendition.width} is not a rendition`);
    await this.#put(name, bytes, `image/${rendition.format}`);
  }

  /** The same as #get, with one call for all that read the object at the same time. */
  async #getShared(name: string): Promise<Buffer | undefined> {
    this.#refuseWhilePaused();
    return this.#share(name);
  }

  /** @returns undefined when the object does not exist; a missing or forbidden bucket is an error */
  async #get(name: string): Promise<Buffer | undefined> {
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: name });
    return this.#call(async (options) => {
      try {
        const { Body } = await this.#client.send(command, options);
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    });
  }

  /**
   * Makes one call of the bucket, when it is its turn.
   * @throws MediaUnavailable if it does not respond in time, cannot at the moment, or if too many calls wait; the bucket's own refusals
   *   as they are
   */
  async #call<T>(send: (options: SendOptions) => Promise<T>, { isUpload = false } = {}): Promise<T> {
    this.#refuseWhilePaused();
    if (this.#calls.size >= this.#limits.maxWaiting) throw new MediaUnavailable('too many calls wait for the bucket');
    const waiting = new AbortController();
    const stopWaiting = () => waiting.abort(new MediaUnavailable('too many calls were before this one'));
    const timer = setTimeout(stopWaiting, this.#limits.maxWaitMs);
    try {
      const start = ({ signal }: { signal?: AbortSignal | undefined }) => {
        clearTimeout(timer);
        this.#refuseWhilePaused();
        if (!isUpload) this.#pauseOthersIfSilent();
        return send(signal ? { abortSignal: signal } : {});
      };
      const result = await this.#calls.add(start, { signal: waiting.signal });
      this.#countResponse();
      return result;
    } catch (error) {
      if (error instanceof MediaUnavailable) throw error;
      const { name, status } =
        error instanceof S3ServiceException
          ? { name: error.name, status: error.$metadata.httpStatusCode ?? 0 }
          : { name: '', status: 0 };
      if (status > 0) this.#countResponse();
      else if (!isUpload) this.#countSilence();
      const isTemporary = TEMPORARY_STATUSES.includes(status) || TEMPORARY_ERRORS.includes(name);
      if (status > 0 && status < 500 && !isTemporary) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new MediaUnavailable(`the bucket is unavailable: ${reason}`, { cause: error });
    }
  }

  #refuseWhilePaused(): void {
    if (performance.now() < this.#pausedUntil) throw new MediaUnavailable('the bucket did not respond a moment ago');
  }

  /** After the pause one call tries, and the others fail at once until it has a response. Uploads do not try: a large one takes long in any case. */
  #pauseOthersIfSilent(): void {
    if (this.#callsWithoutResponse >= MAX_CALLS_WITHOUT_RESPONSE)
      this.#pausedUntil = performance.now() + this.#limits.timeoutMs;
  }

  #countResponse(): void {
    this.#callsWithoutResponse = 0;
    this.#pausedUntil = 0;
  }

  #countSilence(): void {
    this.#callsWithoutResponse++;
    if (this.#callsWithoutResponse >= MAX_CALLS_WITHOUT_RESPONSE)
      this.#pausedUntil = performance.now() + this.#limits.pauseMs;
  }

  async #put(name: string, bytes: Uint8Array, type: string): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.#bucket, Key: name, Body: bytes, ContentType: type });
    await this.#call((options) => this.#client.send(command, options), { isUpload: true });
  }

  async #delete(name: string): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: name });
    await this.#call((options) => this.#client.send(command, options));
  }

  /** Deletes the renditions of exactly this key: `tiles/food` is not a rendition of `tiles`. */
  async #deleteRenditions(key: string): Promise<void> {
    for await (const name of this.#list(folderOf(key), '/')) await this.#delete(name);
  }

  async *#list(prefix: string, delimiter?: string): AsyncGenerator<string> {
    const request = { Bucket: this.#bucket, Prefix: prefix, ...(delimiter && { Delimiter: delimiter }) };
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({ ...request, ContinuationToken: token });
      const page = await this.#call((options) => this.#client.send(command, options));
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }
}
