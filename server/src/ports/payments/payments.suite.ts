import { randomUUID } from 'node:crypto';
import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentRequest, Payments } from './payments.port.ts';

/** The provider's side, in the hands of a test. */
export type TestProvider = {
  payments: Payments;
  /** What the buyer does on the provider's page. */
  choose(reference: string, choice: 'approve' | 'decline' | 'abandon'): Promise<void>;
  sign(event: object): Promise<{ body: string; signature: string }>;
  close(): Promise<void>;
};

/**
 * What every payment provider must do.
 * @param name the adapter's, for the report
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
    const begin = async () => {
      const opened = await payments.initialize(charge);
      if (opened === 'duplicate') throw new Error('a new reference was called a duplicate');
      return opened;
    };

    test('opens a payment at an address of its own', async () => {
      const opened = await begin();
      expect(new URL(opened.authorizationUrl).protocol).toMatch(/^https?:$/);
      expect(opened.accessCode).toMatch(/\S/);
      expect(opened.message).toBe('Authorization URL created');
    });

    test('knows a reference that it has seen, also when two come at once', async () => {
      await begin();
      expect(await payments.initialize(charge)).toBe('duplicate');
      const another = { ...charge, reference: `${charge.reference}b` };
      const both = await Promise.all([payments.initialize(another), payments.initialize(another)]);
      expect(both.filter((opened) => opened === 'duplicate')).toHaveLength(1);
    });

    test('knows nothing of a payment that was never opened', async () => {
      expect(await payments.verify(charge.reference)).toBe('unknown');
    });

    test.each([
      ['approve', 'success'],
      ['decline', 'failed'],
      ['abandon', 'open'],
    ] as const)('says what became of a payment: %s is %s', async (choice, status) => {
      const { reference } = charge;
      await begin();
      const paid = { reference, currency: 'NGN', amount: 1_245_050, requested: 1_245_050 };
      expect(await payments.verify(reference)).toEqual({ ...paid, status: 'open' });
      await provider.choose(reference, choice);
      expect(await payments.verify(reference)).toEqual({ ...paid, status });
    });

    test('gives a payment back once, and says so when asked again', async () => {
      await begin();
      await provider.choose(charge.reference, 'approve');
      expect(await payments.refund(charge.reference, charge.amount)).toBe('accepted');
      expect(await payments.refund(charge.reference, charge.amount)).toBe('already');
    });

    test('refuses to give back what was not paid', async () => {
      const refused = { refused: expect.stringMatching(/\S/) };
      expect(await payments.refund(charge.reference, charge.amount)).toEqual(refused);
      await begin();
      expect(await payments.refund(charge.reference, charge.amount)).toEqual(refused);
    });

    describe('webhooks', () => {
      const data = (more: object = {}) => ({
        reference: charge.reference,
        status: 'success',
        amount: 1_245_050,
        requested_amount: 1_245_050,
        currency: 'NGN',
        domain: 'test',
        ...more,
      });
      const read = async (event: object) => {
        const { body, signature } = await provider.sign(event);
        return payments.readWebhook(Buffer.from(body), signature);
      };

      test('say what was paid', { tags: ['@PAYMENT-21'] }, async () => {
        expect(await read({ event: 'charge.success', data: data() })).toEqual({
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

      test('say what became of a refund, which names its payment otherwise', async () => {
        const refund = { transaction_reference: charge.reference, refund_reference: null, amount: '1245050' };
        for (const status of ['processed', 'failed'])
          expect(await read({ event: `refund.${status}`, data: refund })).toEqual({
            kind: 'refund',
            reference: charge.reference,
            status,
          });
      });

      test.each(['refund.pending', 'charge.dispute.create', 'transfer.success'])(
        '%s is nothing to act upon',
        async (event) => {
          expect(await read({ event, data: { ...data(), transaction_reference: 'x' } })).toEqual({
            kind: 'other',
            event,
          });
        },
      );

      test('of a status or with money of another kind say nothing', async () => {
        for (const more of [{ status: 'magic' }, { domain: 'live' }])
          expect(await read({ event: 'charge.success', data: data(more) })).toMatchObject({ kind: 'other' });
      });

      test('that are altered, unsigned or signed by somebody else are refused', {
        tags: ['@PAYMENT-21', '@PAYMENT-27'],
      }, async () => {
        const { body, signature } = await provider.sign({ event: 'charge.success', data: data() });
        const altered = body.replace('1245050', '1245051');
        const other = `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`;
        expect(await payments.readWebhook(Buffer.from(body), signature)).toBeDefined();
        expect(await payments.readWebhook(Buffer.from(altered), signature)).toBeUndefined();
        expect(await payments.readWebhook(Buffer.from(`${body} `), signature)).toBeUndefined();
        for (const wrong of [undefined, '', 'x', other, signature.toUpperCase(), `${signature}0`])
          expect(await payments.readWebhook(Buffer.from(body), wrong)).toBeUndefined();
      });

      test('that are signed but no event are refused', async () => {
        for (const event of [{}, { event: 7 }, { event: 'charge.success' }, { event: 'charge.success', data: {} }])
          expect(await read(event)).toBeUndefined();
      });
    });
  });
};
