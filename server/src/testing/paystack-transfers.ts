import { z } from 'zod';

const recipient = z.object({
  type: z.literal('nuban'),
  name: z.string().min(1),
  account_number: z.string().regex(/^\d{10}$/),
  bank_code: z.string(),
  currency: z.literal('NGN'),
});
const transfer = z.object({
  amount: z.number().int().positive(),
  recipient: z.string(),
  reference: z.string().regex(/^[a-z0-9_-]{16,50}$/),
  reason: z.string().optional(),
});
const single = transfer.extend({ source: z.literal('balance'), currency: z.literal('NGN') });
const bulk = z.object({
  source: z.literal('balance'),
  currency: z.literal('NGN'),
  transfers: z.array(transfer).min(1).max(100),
});

export type PaystackReply = { status: number; body: unknown };
type SentTransfer = z.infer<typeof transfer> & { status: string };

const refuse = (status: number, message: string): PaystackReply => ({ status, body: { status: false, message } });
const accept = (message: string, data: unknown, status = 200): PaystackReply => ({
  status,
  body: { status: true, message, data },
});

/** The transfers of Paystack's protocol, by its published specification and examples. */
export class PaystackTransfers {
  readonly transfers = new Map<string, SentTransfer>();
  /** Recipients by bank and account number. */
  readonly recipients = new Map<string, string>();
  /** The names of the accounts that banks know, by number. */
  readonly holders = new Map<string, string>();
  /** The shop's balance, in kobo. */
  balance = Number.POSITIVE_INFINITY;
  /** The status that a new transfer gets. */
  initialStatus = 'success';

  setStatus(reference: string, status: string): void {
    const found = this.transfers.get(reference);
    if (!found) throw new Error(`no transfer ${reference}`);
    found.status = status;
  }

  /** @returns undefined for calls of other parts of the API */
  process(method: string | undefined, path: string, query: URLSearchParams, body: string): PaystackReply | undefined {
    if (method === 'GET' && path === '/bank/resolve') {
      const account_number = query.get('account_number') ?? '';
      const account_name = this.holders.get(account_number);
      return account_name === undefined
        ? refuse(422, 'Could not resolve account name. Check parameters or try again.')
        : accept('Account number resolved', { account_number, account_name, bank_id: 9 });
    }
    if (method === 'POST' && path === '/transferrecipient') {
      const { account_number, bank_code, name } = recipient.parse(JSON.parse(body));
      const key = `${bank_code} ${account_number}`;
      const recipient_code = this.recipients.get(key) ?? `RCP_${this.recipients.size + 1}abcdefgh`;
      this.recipients.set(key, recipient_code);
      return accept('Transfer recipient created successfully', { recipient_code, name, active: true }, 201);
    }
    if (method === 'POST' && path === '/transfer') return this.#send([single.parse(JSON.parse(body))], false);
    if (method === 'POST' && path === '/transfer/bulk') return this.#send(bulk.parse(JSON.parse(body)).transfers, true);
    const verified = /^\/transfer\/verify\/(.+)$/.exec(path)?.[1];
    if (method === 'GET' && verified !== undefined) {
      const found = this.transfers.get(decodeURIComponent(verified));
      if (!found) return refuse(404, 'Transfer not found');
      return accept('Transfer retrieved', {
        ...this.#describe(found),
        fee_charged: found.status === 'success' ? 5000 : 0,
      });
    }
    return undefined;
  }

  #describe({ status, ...sent }: SentTransfer) {
    return { ...sent, currency: 'NGN', domain: 'test', status, transfer_code: `TRF_${sent.reference}`, failures: null };
  }

  #send(transfers: readonly z.infer<typeof transfer>[], isBulk: boolean): PaystackReply {
    if (transfers.some(({ reference }) => this.transfers.has(reference)))
      return refuse(400, 'Please provide a unique reference. Reference already exists on a transfer');
    const known = new Set(this.recipients.values());
    if (transfers.some((sent) => !known.has(sent.recipient))) return refuse(400, 'Recipient specified is invalid');
    const total = transfers.reduce((sum, { amount }) => sum + amount, 0);
    if (total > this.balance) return refuse(400, 'Your balance is not enough to fulfil this request');
    this.balance -= total;
    const sent = transfers.map((one) => ({ ...one, status: this.initialStatus }));
    for (const one of sent) this.transfers.set(one.reference, one);
    return isBulk
      ? accept(
          `${sent.length} transfers queued.`,
          sent.map((one) => this.#describe(one)),
        )
      : accept('Transfer has been queued', this.#describe(sent[0] as SentTransfer));
  }
}
