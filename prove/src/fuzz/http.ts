import { Agent, request as sendHttp } from 'node:http';

/** A request as it is sent. Characters of target and headers are bytes. */
export type HttpRequest = {
  method: string;
  /** Path and query. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | undefined;
};

export type HttpResponse = {
  status: number;
  /** Names in lower case, all values. */
  headers: NodeJS.Dict<string[]>;
  body: Buffer;
  /** Milliseconds until the response had arrived; of a stream, until its first event. */
  ms: number;
};

const TIMEOUT_MS = 60_000;
/** A server may close an idle connection at the moment at which it is used again. */
const MAX_TRIES = 3;

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Sends requests to one server, over connections that stay open. */
export class HttpClient {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(port: number) {
    this.#port = port;
  }

  /**
   * Sends a request and reads the whole response.
   * @param isStream ends a stream of events after the first one
   * @throws if there is no response in time, or the connection ends without one
   */
  async send(request: HttpRequest, isStream = false): Promise<HttpResponse> {
    for (let n = 1; ; n++) {
      try {
        return await this.#sendOnce(request, isStream);
      } catch (error) {
        if (n === MAX_TRIES || !isReset(error))
          throw new Error(`${error}: there is no whole response to\n${formatCurl(request)}`, { cause: error });
      }
    }
  }

  #sendOnce({ method, target, headers, body }: HttpRequest, isStream: boolean): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const start = performance.now();
      const sent = sendHttp({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method,
        path: target,
        // An array of names and values keeps repeated headers.
        headers: [
          ...headers,
          ...(headers.some(([name]) => name === 'host') ? [] : [['host', 'shop.test']]),
          ...(body && !headers.some(([name]) => name === 'content-length')
            ? [['content-length', String(body.length)]]
            : []),
        ].flat(),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        const finish = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headersDistinct,
            body: Buffer.concat(chunks),
            ms: performance.now() - start,
          });
        // The parser refuses a request before it knows the method, with a body that no client expects after HEAD.
        if (method === 'HEAD') finish();
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          // A stream that is resumed has no event at its start.
          const isResumed = headers.some(([name]) => name === 'last-event-id');
          if (!isStream || !(isResumed || Buffer.concat(chunks).includes('data:'))) return;
          finish();
          sent.destroy();
        });
        response.on('end', finish);
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const MAX_SHOWN = 2000;

/** A text in quotes of a shell; bytes that a terminal does not show are escaped. */
const quote = (text: string): string => {
  const escaped = text
    .slice(0, MAX_SHOWN)
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll(/[^\x20-\x7e]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const rest = text.length > MAX_SHOWN ? ` # and ${text.length - MAX_SHOWN} more bytes` : '';
  return (escaped.includes('\\') ? `$'${escaped}'` : `'${escaped}'`) + rest;
};

/** A request as a command for a terminal, to send it again. */
export const formatCurl = ({ method, target, headers, body }: HttpRequest): string =>
  [
    `curl -X ${method} ${quote(`http://localhost:3000${target}`)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${quote(body.toString('latin1'))}`] : []),
  ].join(' ');
