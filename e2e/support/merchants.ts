import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { authorization, fetchProductsInStock, type SoldProduct, withSeller } from './api.ts';
import { expect, type Page } from './fixtures.ts';
import { runCli } from './shoppers.ts';

type Method = 'GET' | 'POST' | 'PUT';

/** Two merchants of the demo market, one product of each, and a token for their calls. @param pair which two, so that journeys that run at the same time use others */
export const openMerchants = async (page: Page, pair: number) => {
  // Of one piece, a merchant gets more than the smallest payout.
  const found = (await fetchProductsInStock(page, 40)).filter(({ price }) => price >= 7000);
  const products = await Promise.all(
    found.map(async (product) => ({ ...(await withSeller(page, product)), naira: product.price })),
  );
  const bySeller = new Map(products.map((product) => [product.merchantId, product]));
  const sellers = [...bySeller.values()].sort((one, other) => one.merchantId - other.merchantId);
  const open = async ({ id, title, merchantId, storeName, naira }: SoldProduct & { naira: number }) => {
    const token = runCli('merchants', 'token', String(merchantId), '--name', 'journey', '--scope', 'write');
    const call = async <T>(method: Method, path: string, data?: object): Promise<T> => {
      const options = { method, headers: authorization(token), ...(data && { data }) };
      const response = await page.request.fetch(`/backend/merchant/${path}`, options);
      expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
      return response.json();
    };
    const { email } = await call<{ email: string }>('GET', 'store/');
    return { id, title, name: storeName, email, naira, call };
  };
  const [first, second] = sellers.slice(2 * pair, 2 * pair + 2);
  if (!first || !second) throw new Error('the demo market has too few merchants');
  return [await open(first), await open(second)] as const;
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
