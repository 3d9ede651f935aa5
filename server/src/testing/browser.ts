import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** What a browser does with a server's answers, as far as signing in needs it: cookies, forms, redirects. */
export class Browser {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** The header that it would send to the path. */
  cookies(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  async #send(method: 'GET' | 'POST', url: string, rest: { type?: string; body?: string } = {}) {
    const { pathname, search } = new URL(url, 'http://shop.test');
    const cookie = this.cookies(pathname);
    const { type, body } = rest;
    const answer = await this.#app.inject({
      method,
      url: pathname + search,
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...(type && { 'content-type': type }) },
      ...(body !== undefined && { payload: body }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/';
      if (value === '' || /max-age=0\b/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
    return answer;
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

  /** Goes on where answers lead, until one leads to the given page or nowhere. @returns that address */
  async follow(answer: LightMyRequestResponse, until: string): Promise<URL> {
    let last = answer;
    for (;;) {
      const { location } = last.headers;
      if (location === undefined) throw new Error(`stuck at ${last.statusCode} ${last.body}`);
      const next = new URL(location, 'http://shop.test');
      if (next.pathname === until) return next;
      last = await this.get(next.href);
    }
  }
}
