import { makeRefunds } from '../../orders/refund.service.ts';
import { SIGNATURE_HEADER } from '../../ports/payments/paystack.protocol.ts';
import type { Webhook } from '../../ports/payments/sandbox.payments.ts';
import type { Buyer } from '../buyer.ts';
import type { GatedNode } from './node.ts';

/** The response of a request, or result of a job, without what differs from run to run. */
export type ActionResult = { status: number; code?: string };
/** A request or job that runs on a node of its own. */
export type Action<World> = (node: GatedNode, world: World) => Promise<ActionResult>;

export { LIVE_ACT as LIVE } from '../operator.ts';
export const DONE: ActionResult = { status: 200 };
export const refused = (code: string): ActionResult => ({ status: 409, code });

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; payload?: object };
type Sender = { buyer: Pick<Buyer, 'headers'> };

/** A request of a buyer, or of another owner of a token. */
export const call = async (
  { app }: GatedNode,
  { buyer }: Sender,
  { method, path, payload }: Call,
): Promise<ActionResult> => {
  const url = `/backend${path}`;
  const response = await app.inject({ method, url, headers: buyer.headers, ...(payload && { payload }) });
  const isJson = response.headers['content-type']?.toString().includes('json');
  const code: unknown = isJson ? response.json()?.code : undefined;
  return { status: response.statusCode, ...(typeof code === 'string' && { code }) };
};

export const webhookRequest = ({ body, signature }: Webhook) => ({
  method: 'POST' as const,
  url: '/backend/payment/webhook/',
  headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
  payload: body,
});

/** The payment provider reports an event. */
export const deliver = async ({ app }: GatedNode, webhook: Webhook): Promise<ActionResult> => ({
  status: (await app.inject(webhookRequest(webhook))).statusCode,
});

export const sendRefunds = async ({ shop, app }: GatedNode): Promise<ActionResult> => {
  await makeRefunds({ ...shop, log: app.log });
  return DONE;
};

export const deleteAccount = async (node: GatedNode, world: Sender): Promise<ActionResult> => {
  const path = '/user-profile-update?confirm_undelivered=true';
  const result = await call(node, world, { method: 'DELETE', path });
  // Another call has deleted it.
  return result.status === 401 ? DONE : result;
};
