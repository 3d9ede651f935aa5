import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookDelivery, WebhookWithSecret } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { Database } from '../platform/database.ts';
import { openLocalServer } from './local-server.ts';
import type { createStore } from './messages.ts';
import type { TestShop } from './shop.ts';

export type ReceivedWebhook = { path: string; id: string; headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks: an HTTP server that stores what it got, and responds with 204 unless another status is set. */
export const openReceiver = async () => {
  const received: ReceivedWebhook[] = [];
  let respond = (_: ReceivedWebhook, response: ServerResponse): void => void response.writeHead(204).end();
  const server = await openLocalServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { url: path = '', headers } = request;
    const webhook = { path, id: String(headers['webhook-id']), headers, body };
    received.push(webhook);
    respond(webhook, response);
  });
  return {
    ...server,
    received,
    /** What it got at this path. */
    at: (path: string) => received.filter((webhook) => webhook.path === path),
    respondWith: (status: number, headers: Record<string, string> = {}) => {
      respond = (_, response) => void response.writeHead(status, headers).end('never stored');
    },
    respond: (handle: typeof respond) => {
      respond = handle;
    },
  };
};

/** Verifies the signature as a receiver does. @returns the parsed body */
export const verifyWebhook = ({ headers, body }: ReceivedWebhook, secret: string): { type: string; data: object } => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return new Webhook(secret).verify(body, signed as Record<string, string>) as { type: string; data: object };
};

/** The calls of webhooks for a merchant. */
export const webhookCalls = (shop: TestShop, { headers }: Pick<Awaited<ReturnType<typeof createStore>>, 'headers'>) => {
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
    shop.app.inject({ method, url: `/backend/merchant/webhooks/${path}`, headers, ...(payload && { payload }) });
  return {
    call,
    add: async (url: string, event_types: string[] = ['message.received']): Promise<WebhookWithSecret> => {
      const response = await call('POST', '', { url, event_types });
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    test: async (id: string): Promise<WebhookDelivery> => {
      const response = await call('POST', `${id}/test/`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    deliveries: async (id: string): Promise<WebhookDelivery[]> =>
      (await call('GET', `${id}/deliveries/`)).json().results,
  };
};

/** Makes every pending webhook due this much earlier, as if the time had passed. */
export const advanceWebhooks = async (db: Database, seconds: number): Promise<void> => {
  await sql`update webhook_delivery set next_attempt_at = next_attempt_at - ${seconds} * interval '1 second'`.execute(
    db,
  );
  await sql`update webhook_endpoint set free_at = free_at - ${seconds} * interval '1 second',
    failing_since = failing_since - ${seconds} * interval '1 second'`.execute(db);
};
