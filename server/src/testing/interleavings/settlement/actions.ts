import { releaseSales } from '../../../orders/index.ts';
import { checkTransfer, sendPayouts } from '../../../payouts/send-payouts.service.ts';
import type { Webhook } from '../../../ports/payments/sandbox.payments.ts';
import { openReturns } from '../../../returns/index.ts';
import { followReturns } from '../../../returns/returns.service.ts';
import { type Action, type ActionResult, call, DONE, deleteAccount, deliver, sendRefunds } from '../actions.ts';
import type { GatedNode } from '../node.ts';
import type { Owner, World } from './world.ts';

const post = (node: GatedNode, buyer: Owner, path: string, payload: object): Promise<ActionResult> =>
  call(node, { buyer }, { method: 'POST', path, payload });
const setAccount = (node: GatedNode, { potter }: World, account_number: string): Promise<ActionResult> =>
  call(
    node,
    { buyer: potter },
    { method: 'PUT', path: '/merchant/bank-account/', payload: { bank_code: '057', account_number } },
  );
/** The provider of payouts reports a change, and the job that it queues asks for the state. */
const hearOf = async (
  node: GatedNode,
  { event, reference }: { event: Webhook; reference: string },
): Promise<ActionResult> => {
  const result = await deliver(node, event);
  await checkTransfer(node.shop, reference);
  return result;
};

/** Everything that changes delivered orders, what is paid back for them, and what their merchants are paid. */
export const ACTIONS = {
  'ask for a return': (node, { buyer, order }) =>
    post(node, buyer, `/orders/${order}/returns`, {
      lines: [{ position: 1, quantity: 2 }],
      ...{ reason: 'changed_mind', note: 'It does not suit me.', refund_to: 'wallet' },
    }),
  'withdraw a return': (node, { buyer, accepted }) => post(node, buyer, `/returns/${accepted}/withdraw`, {}),
  'accept a return': (node, { weaver, requested }) =>
    post(node, weaver, `/merchant/returns/${requested}/accept/`, { note: 'Send it to the shop.' }),
  'receive a return': (node, { weaver, accepted }) =>
    post(node, weaver, `/merchant/returns/${accepted}/receive/`, { restock: true }),
  'decide to refund a return': (node, { operator, accepted }) =>
    post(node, operator, `/operator/returns/${accepted}/decide/`, {
      decision: 'refund',
      note: 'It has arrived.',
      reason: 'R',
    }),
  'decide to refund a return into the wallet': (node, { operator, acceptedForWallet }) =>
    post(node, operator, `/operator/returns/${acceptedForWallet}/decide/`, {
      ...{ decision: 'refund', note: 'It has arrived.', reason: 'R' },
    }),
  'follow returns': async ({ shop }) => {
    await followReturns(shop.db);
    return DONE;
  },
  'refund out of goodwill': (node, { operator, order, goodwill }) =>
    post(node, operator, '/operator/refunds/', {
      order_id: order,
      amount: goodwill,
      refund_to: 'original',
      reason: 'Late.',
    }),
  'give credit': (node, { operator, buyer }) =>
    post(node, operator, '/operator/wallet/credit/', { email: buyer.email, amount: 12.34, reason: 'Late.' }),
  'send refunds': (node) => sendRefunds(node),
  'lose the dispute': (node, { disputeLost }) => deliver(node, disputeLost),
  'release sales': async ({ shop }) => {
    await releaseSales(shop.db, { openReturns });
    return DONE;
  },
  'draft a batch': (node, { operator }) => post(node, operator, '/operator/payout-batches/', { reason: 'Friday.' }),
  'approve the batch': (node, { operator, draft }) =>
    post(node, operator, `/operator/payout-batches/${draft}/approve/`, { reason: 'Friday.' }),
  'cancel the batch': (node, { operator, draft }) =>
    post(node, operator, `/operator/payout-batches/${draft}/cancel/`, {}),
  'stop a payout': (node, { operator, approved }) =>
    post(node, operator, `/operator/payouts/${approved}/stop/`, { reason: 'A wrong account.' }),
  'send payouts': async ({ shop }) => {
    await sendPayouts(shop);
    return DONE;
  },
  'hear of a failed transfer': (node, { failed }) => hearOf(node, failed),
  'hear of a reversed transfer': (node, { reversed }) => hearOf(node, reversed),
  'set a bank account': (node, world) => setAccount(node, world, '0000000011'),
  'set another bank account': (node, world) => setAccount(node, world, '0000000022'),
  'suspend the merchant': (node, { operator, weaver }) =>
    post(node, operator, `/operator/merchants/${weaver.id}/suspend/`, { reason: 'Complaints.' }),
  'end the suspension': (node, { operator, weaver }) =>
    post(node, operator, `/operator/merchants/${weaver.id}/unsuspend/`, {}),
  'delete the account': deleteAccount,
} satisfies Record<string, Action<World>>;
