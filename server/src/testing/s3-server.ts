import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { escapeHtml } from '@sokuwa/contract/html.ts';
import type { S3Settings } from '../ports/media/s3.media.ts';
import { openLocalServer } from './local-server.ts';

/** Objects on one page of a list: few, so that the tests need several pages. */
const PAGE_SIZE = 2;
/** By how much a request's time may differ from the server's. */
const MAX_SKEW_MS = 15 * 60_000;

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

type Reply = { status: number; body?: string | Buffer; type?: string };
const refuse = (status: number, code: string): Reply => ({
  status,
  type: 'application/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

/**
 * A server that implements the part of Amazon's S3 protocol that the shop uses, by its reference, with the bucket in the
 * path. It recomputes the signature (version 4) of every request and refuses those that do not match.
 */
export class S3Server {
  /** By bucket and name: `shop/sources/tiles/food.webp`. */
  readonly objects = new Map<string, { bytes: Buffer; type: string }>();
  /** The requests received, as `GET /shop/sources/tiles/food.webp`. */
  readonly requests: string[] = [];
  /** Handles the next request instead. */
  next: ((response: ServerResponse) => void) | undefined;
  readonly settings: S3Settings;
  #close: () => Promise<void> = async () => undefined;

  private constructor(settings: S3Settings) {
    this.settings = settings;
  }

  static async open(): Promise<S3Server> {
    const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
    const handle: RequestListener = (request, response) => void server.#handle(request, response);
    const { url, close } = await openLocalServer(handle);
    const server = new S3Server({ endpoint: url, region: 'af-south-1', bucket: 'shop', pathStyle: true, ...keys });
    server.#close = close;
    return server;
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    this.requests.push(`${request.method} ${request.url}`);
    const { next } = this;
    this.next = undefined;
    if (next) return next(response);
    const { status, body = '', type = 'binary/octet-stream' } = this.#process(request, bytes);
    response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body);
  }

  /** @returns the refusal of a request that is not signed correctly */
  #refuseUnsigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Reply | undefined {
    const pattern =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
    const [, keyId, day = '', region = '', signed = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
    if (signature === undefined) return refuse(403, 'AccessDenied');
    if (keyId !== this.settings.accessKeyId) return refuse(403, 'InvalidAccessKeyId');
    if (region !== this.settings.region) return refuse(400, 'AuthorizationHeaderMalformed');
    const names = signed.split(';');
    const requiredNames = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
    if (!requiredNames.every((name) => names.includes(name))) return refuse(403, 'AccessDenied');
    const time = String(headers['x-amz-date']);
    const [, date = '', clock = ''] = /^(\d{8})T(\d{6})Z$/.exec(time) ?? [];
    const sent = Date.parse(`${date.replace(/(....)(..)/, '$1-$2-')}T${clock.replace(/(..)(..)/, '$1:$2:')}Z`);
    if (date !== day || !(Math.abs(Date.now() - sent) < MAX_SKEW_MS)) return refuse(403, 'RequestTimeTooSkewed');
    if (headers['x-amz-content-sha256'] !== sha256(body)) return refuse(400, 'XAmzContentSHA256Mismatch');
    const [path = '', query = ''] = url.split('?');
    const canonical = [
      method,
      path,
      query.split('&').sort().join('&'),
      ...names.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
      '',
      signed,
      sha256(body),
    ].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${this.settings.secretAccessKey}`, day));
    const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
    return expected === signature ? undefined : refuse(403, 'SignatureDoesNotMatch');
  }

  #process(request: IncomingMessage, body: Buffer): Reply {
    const refusal = this.#refuseUnsigned(request, body);
    if (refusal) return refusal;
    const { pathname, searchParams } = new URL(request.url ?? '', this.settings.endpoint);
    const name = decodeURIComponent(pathname.slice(1));
    const [bucket = ''] = name.split('/');
    if (bucket !== this.settings.bucket) return refuse(404, 'NoSuchBucket');
    if (request.method === 'GET' && searchParams.get('list-type') === '2') return this.#list(bucket, searchParams);
    if (request.method === 'GET') {
      const found = this.objects.get(name);
      return found ? { status: 200, body: found.bytes, type: found.type } : refuse(404, 'NoSuchKey');
    }
    if (request.method === 'PUT') {
      this.objects.set(name, { bytes: body, type: String(request.headers['content-type']) });
      return { status: 200 };
    }
    if (request.method === 'DELETE') {
      this.objects.delete(name);
      return { status: 204 };
    }
    return refuse(405, 'MethodNotAllowed');
  }

  #list(bucket: string, query: URLSearchParams): Reply {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter');
    const after = query.get('continuation-token') ?? '';
    const names = [...this.objects.keys()]
      .filter((name) => name.startsWith(`${bucket}/${prefix}`))
      .map((name) => name.slice(bucket.length + 1))
      .filter((name) => !delimiter || !name.slice(prefix.length).includes(delimiter))
      .sort()
      .filter((name) => name > after);
    const page = names.slice(0, PAGE_SIZE);
    const more = names.length > page.length;
    const contents = page.map((name) => `<Contents><Key>${escapeHtml(name)}</Key><Size>1</Size></Contents>`).join('');
    const token = more ? `<NextContinuationToken>${escapeHtml(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    const result = `<Name>${bucket}</Name><Prefix>${escapeHtml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${token}${contents}`;
    return {
      status: 200,
      type: 'application/xml',
      body: `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${result}</ListBucketResult>`,
    };
  }
}
