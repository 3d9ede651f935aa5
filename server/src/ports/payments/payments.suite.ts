import { randomUUID } from 'node:crypto';
import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentRequest, Payments } from './payments.port.ts';

/** A payment provider with functions that act for the provider in a test. */
export type TestProvider = {
  payments: Payments;
  /** Presses a button of the provider's page. */
  choose(reference: string, choice: 'approve' | 'decline' | 'abandon'): Promise<void>;
  sign(event: object): Promise<{ body: string; signature: string }>;
  close(): Promise<void>;
};

/**
 * Tests that every payment adapter must pass.
 * @param name the adapter's name, for the test titles
 */
export const paymentsSuite = (name: string, open: () => Promise<TestProvider>): void => {
  describe(`${name} as a payment provider`, () => {
    let provider: TestProvider;
    let payments: Payments;
    let charge: PaymentRequest;
    beforeAll(async () => {
      provider = await open();
      payments = provider.payments;
    });
    afterAll(() => provider.close());
    beforeEach(() => {
      charge = {
        reference: `${randomUUID()}-1`,
        email: 'ada@mail.test',
        amount: kobo(1_245_050),
        returnUrl: 'http://shop.test/backend/payment/return',
      };
    });
    const initialize = async () => {
      const opened = await payments.initialize(charge);
      if (opened === 'duplicate') throw new Error('a new reference was reported as a duplicate');
      return opened;
    };

    test('initializes a payment with its own payment page', async () => {
      const opened = await initialize();
      expect(new URL(opened.authorizationUrl).protocol).toMatch(/^https?:$/);
      expect(opened.accessCode).toMatch(/\S/);
      expect(opened.message).toBe('Authorization URL created');
    });

    test('reports a reused reference as duplicate, also in concurrent requests', async () => {
      await initialize();
      expect(await payments.initialize(charge)).toBe('duplicate');
      const another = { ...charge, reference: `${charge.reference}b` };
      const results = await Promise.all([payments.initialize(another), payments.initialize(another)]);
      expect(results.filter((result) => result === 'duplicate')).toHaveLength(1);
    });

    test('reports a payment that was never initialized as unknown', async () => {
      expect(await payments.verify(charge.reference)).toBe('unknown');
    });

    test.each([
      ['approve', 'success'],
      ['decline', 'failed'],
      ['abandon', 'abandoned'],
    ] as const)('reports the state of a payment: %s gives %s', async (choice, status) => {
      const { reference } = charge;
      await initialize();
      const payment = { reference, currency: 'NGN', amount: 1_245_050, requested: 1_245_050 };
      expect(await payments.verify(reference)).toEqual({
        ...payment,
        status: expect.stringMatching(/^(open|abandoned)$/),
      });
      await provider.choose(reference, choice);
      expect(await payments.verify(reference)).toEqual({ ...payment, status });
    });

    test('refunds a payment once, and lists the refund with its note', { tags: ['@PAYMENT-41'] }, async () => {
      const { reference, amount } = charge;
      await initialize();
      await provider.choose(reference, 'approve');
      expect(await payments.listRefunds(reference)).toEqual([]);
      const refund = await payments.refund({ reference, amount, note: 'our refund' });
      expect(refund).toEqual({
        id: expect.stringMatching(/\S/),
        status: expect.stringMatching(/^p/),
        amount,
        note: 'our refund',
      });
      expect(await payments.listRefunds(reference)).toEqual([refund]);
      expect(await payments.refund({ reference, amount, note: 'our refund' })).toEqual({
        refused: 'Transaction has been fully reversed',
        kind: 'other',
      });
      expect(await payments.listRefunds(reference)).toEqual([refund]);
    });

    test('refuses to refund a payment that was not paid; only an unknown one is final', async () => {
      const { reference, amount } = charge;
      const refused = expect.stringMatching(/\S/);
      const request = { reference, amount, note: 'our refund' };
      expect(await payments.refund(request)).toEqual({ refused, kind: 'final' });
      expect(await payments.listRefunds(reference)).toBe('unknown');
      await initialize();
      expect(await payments.listRefunds(reference)).toEqual([]);
      expect(await payments.refund(request)).toEqual({ refused, kind: 'other' });
    });

    test('reports a dispute that it does not know as unknown', async () => {
      expect(await payments.readDispute('404')).toBe('unknown');
    });

    describe('webhooks', () => {
      const chargeData = (extraData: object = {}) => ({
        reference: charge.reference,
        status: 'success',
        amount: 1_245_050,
        requested_amount: 1_245_050,
        currency: 'NGN',
        domain: 'test',
        ...extraData,
      });
      const read = async (event: object) => {
        const { body, signature } = await provider.sign(event);
        return payments.readWebhook(Buffer.from(body), signature);
      };

      test('parses a successful payment', { tags: ['@PAYMENT-21'] }, async () => {
        expect(await read({ event: 'charge.success', data: chargeData() })).toEqual({
          kind: 'charge',
          state: {
            reference: charge.reference,
            status: 'success',
            currency: 'NGN',
            amount: 1_245_050,
            requested: 1_245_050,
          },
        });
      });

      test('parses every refund event, whose payment reference is in another field', async () => {
        const refund = { transaction_reference: charge.reference, refund_reference: null, amount: '1245050' };
        for (const status of ['pending', 'processing', 'processed', 'failed', 'needs-attention'])
          expect(await read({ event: `refund.${status}`, data: refund })).toEqual({
            kind: 'refund',
            reference: charge.reference,
          });
      });

      test('parses a dispute, and ignores one of another mode', async () => {
        const { reference } = charge;
        const data = {
          id: 358_950,
          status: 'awaiting-merchant-feedback',
          resolution: null,
          refund_amount: 1_245_050,
          dueAt: '2026-11-23T18:00:00.000Z',
          domain: 'test',
          transaction: { id: 5_991_760, reference },
          transaction_reference: null,
        };
        const dispute = {
          id: '358950',
          reference,
          status: 'awaiting-merchant-feedback',
          resolution: null,
          amount: 1_245_050,
          dueAt: new Date('2026-11-23T18:00:00.000Z'),
        };
        for (const event of ['create', 'remind', 'resolve'])
          expect(await read({ event: `charge.dispute.${event}`, data })).toEqual({ kind: 'dispute', dispute });
        expect(await read({ event: 'charge.dispute.create', data: { ...data, domain: 'live' } })).toMatchObject({
          kind: 'other',
        });
      });

      test.each(['success', 'failed', 'reversed'])(
        'names the transfer that %s',
        { tags: ['@PAYOUT-18'] },
        async (outcome) => {
          const event = { event: `transfer.${outcome}`, data: { reference: 'po-1', status: outcome } };
          expect(await read(event)).toEqual({ kind: 'transfer', reference: 'po-1' });
          expect(await read({ ...event, data: {} })).toBeUndefined();
        },
      );

      test.each(['transfer.unknown', 'bank.transfer.rejected'])('ignores %s', async (event) => {
        expect(await read({ event, data: { ...chargeData(), transaction_reference: 'x' } })).toEqual({
          kind: 'other',
          event,
        });
      });

      test('ignores a payment with an unknown status or of another mode', async () => {
        for (const extraData of [{ status: 'magic' }, { domain: 'live' }])
          expect(await read({ event: 'charge.success', data: chargeData(extraData) })).toMatchObject({ kind: 'other' });
      });

      test('refuses altered and unsigned webhooks and wrong signatures', {
        tags: ['@PAYMENT-21', '@PAYMENT-27'],
      }, async () => {
        const { body, signature } = await provider.sign({ event: 'charge.success', data: chargeData() });
        const altered = body.replace('1245050', '1245051');
        const wrongSignature = `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`;
        expect(await payments.readWebhook(Buffer.from(body), signature)).toBeDefined();
        expect(await payments.readWebhook(Buffer.from(altered), signature)).toBeUndefined();
        expect(await payments.readWebhook(Buffer.from(`${body} `), signature)).toBeUndefined();
        for (const wrong of [undefined, '', 'x', wrongSignature, signature.toUpperCase(), `${signature}0`])
          expect(await payments.readWebhook(Buffer.from(body), wrong)).toBeUndefined();
      });

      test('refuses signed bodies that are no event', async () => {
        for (const event of [{}, { event: 7 }, { event: 'charge.success' }, { event: 'charge.success', data: {} }])
          expect(await read(event)).toBeUndefined();
      });
    });
  });
};
