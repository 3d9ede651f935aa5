import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { authorization } from './api.ts';
import { expect, type Page } from './fixtures.ts';
import { runCli } from './shoppers.ts';

type Method = 'GET' | 'POST' | 'PUT';

/**
 * Creates a merchant with a token and one product, by the commands of an operator.
 * @param title of the product, which nothing else in the shop has
 * @param naira price of a piece
 */
export const createMerchant = async (page: Page, { title, naira }: { title: string; naira: number }) => {
  const slug = `journey-${randomUUID()}`;
  const email = `${slug}@shop.test`;
  const name = `Store of ${title}`;
  const place = ['--place', 'Lagos, Nigeria', '--country', 'NG'];
  const [, id = ''] =
    /^Merchant (\d+):/.exec(runCli('merchants', 'create', slug, '--name', name, ...place, '--email', email)) ?? [];
  const token = runCli('merchants', 'token', id, '--name', 'journey', '--scope', 'write');
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-import-'));
  const file = join(folder, 'goods.csv');
  // Listed long ago, so that it is not on the first pages of lists, which other journeys read.
  await writeFile(
    file,
    `handle,title,category,price,stock,weight_grams,listed_at\n${slug},${title},market-baskets,${naira},20,800,2020-01-01T00:00:00Z\n`,
  );
  runCli('products', 'import', file, '--merchant', slug);
  await rm(folder, { recursive: true });
  const call = async <T>(method: Method, path: string, data?: object): Promise<T> => {
    const options = { method, headers: authorization(token), ...(data && { data }) };
    const response = await page.request.fetch(`/backend/merchant/${path}`, options);
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  return { name, email, title, naira, call };
};

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks, as a merchant would write it with the Standard Webhooks library. */
export const openReceiver = async () => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What has arrived at the path, after its signatures are verified. */
    read: (path: string, secret: string) =>
      received
        .filter((webhook) => webhook.path === path)
        .map(({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>)) as {
        type: string;
        data: Record<string, unknown>;
      }[],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
