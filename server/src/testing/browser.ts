import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** A minimal browser for sign-in tests: it stores cookies, sends forms and follows redirects. */
export class Browser {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** The Cookie header that it sends to the path. */
  cookies(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  async #send(method: 'GET' | 'POST', url: string, { type, body }: { type?: string; body?: string } = {}) {
    const { pathname, search } = new URL(url, 'http://shop.test');
    const cookie = this.cookies(pathname);
    const response = await this.#app.inject({
      method,
      url: pathname + search,
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...(type && { 'content-type': type }) },
      ...(body !== undefined && { payload: body }),
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/';
      if (value === '' || /max-age=0\b/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
    return response;
  }

  get(url: string): Promise<LightMyRequestResponse> {
    return this.#send('GET', url);
  }

  postJson(url: string, body: unknown): Promise<LightMyRequestResponse> {
    return this.#send('POST', url, { type: 'application/json', body: JSON.stringify(body) });
  }

  postForm(url: string, fields: Record<string, string>): Promise<LightMyRequestResponse> {
    return this.#send('POST', url, {
      type: 'application/x-www-form-urlencoded',
      body: String(new URLSearchParams(fields)),
    });
  }

  /** Follows redirects until one leads to the given path. Throws if a response is no redirect. @returns the final URL */
  async follow(response: LightMyRequestResponse, untilPath: string): Promise<URL> {
    let last = response;
    for (;;) {
      const { location } = last.headers;
      if (location === undefined) throw new Error(`not a redirect: ${last.statusCode} ${last.body}`);
      const next = new URL(location, 'http://shop.test');
      if (next.pathname === untilPath) return next;
      last = await this.get(next.href);
    }
  }
}
