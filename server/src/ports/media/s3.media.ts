import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
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
/** Of all attempts of one call: visitors wait for it. */
const CALL_TIMEOUT_MS = 6000;
const MAX_ATTEMPTS = 3;
/**
 * After a call without a response further calls fail at once for this long. A page has dozens of pictures, and browsers load few of them at a
 * time: each would wait.
 */
const PAUSE_MS = 2000;
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
  /** Until when calls fail at once, as performance.now(). */
  #pausedUntil = 0;

  constructor({ endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle }: S3Settings) {
    this.#bucket = bucket;
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
    return isMediaKey(key) ? this.#get(createSourceName(key)) : undefined;
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
    return name === undefined ? undefined : this.#get(name);
  }

  async storeRendition(rendition: Rendition, bytes: Uint8Array): Promise<void> {
    const name = createRenditionName(rendition);
    if (name === undefined) throw new MediaError(`"${rendition.key}" at ${rendition.width} is not a rendition`);
    await this.#put(name, bytes, `image/${rendition.format}`);
  }

  /** @returns undefined when the object does not exist; a missing or forbidden bucket is an error */
  async #get(name: string): Promise<Buffer | undefined> {
    return this.#call(async (abortSignal) => {
      try {
        const command = new GetObjectCommand({ Bucket: this.#bucket, Key: name });
        const { Body } = await this.#client.send(command, { abortSignal });
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    });
  }

  /**
   * Makes one call of the bucket.
   * @throws MediaUnavailable if it does not respond in time; the bucket's own refusals as they are
   */
  async #call<T>(send: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    if (performance.now() < this.#pausedUntil) throw new MediaUnavailable('the bucket did not respond a moment ago');
    try {
      return await send(AbortSignal.timeout(CALL_TIMEOUT_MS));
    } catch (error) {
      const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
      if (status > 0 && status < 500) throw error;
      if (status === 0) this.#pausedUntil = performance.now() + PAUSE_MS;
      const reason = error instanceof Error ? error.message : String(error);
      throw new MediaUnavailable(`the bucket is unavailable: ${reason}`, { cause: error });
    }
  }

  async #put(name: string, bytes: Uint8Array, type: string): Promise<void> {
    const object = { Bucket: this.#bucket, Key: name, Body: bytes, ContentType: type };
    await this.#call((abortSignal) => this.#client.send(new PutObjectCommand(object), { abortSignal }));
  }

  async #delete(name: string): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: name });
    await this.#call((abortSignal) => this.#client.send(command, { abortSignal }));
  }

  /** Deletes the renditions of exactly this key: `tiles/food` is not a rendition of `tiles`. */
  async #deleteRenditions(key: string): Promise<void> {
    for await (const name of this.#list(folderOf(key), '/')) await this.#delete(name);
  }

  async *#list(prefix: string, delimiter?: string): AsyncGenerator<string> {
    const request = { Bucket: this.#bucket, Prefix: prefix, ...(delimiter && { Delimiter: delimiter }) };
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, request))
      for (const { Key } of Contents) if (Key !== undefined) yield Key;
  }
}
