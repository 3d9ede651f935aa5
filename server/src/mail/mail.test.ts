import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../platform/database.ts';
import { openJobs, PermanentJobError } from '../platform/jobs.ts';
import { MailRefused, type OutgoingMail } from '../ports/mail/mail.port.ts';
import { advanceJobs } from '../testing/advance-jobs.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { type Mail, queueMail } from './index.ts';
import { mailWorkers } from './mail.service.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Queues the mail and runs the jobs that are due. @returns the mails of its recipient, newest first */
const sendMail = async (mail: Mail) => {
  await queueMail(shop.db, mail);
  expect(await shop.jobs.runDue()).toEqual([]);
  return shop.mailbox.read(mail.to);
};

const link = 'http://shop.test/verify-email/Mg/a-b_c?x=1&y=2';
const order = { first_name: 'Ada', order_id: '7F3KQ2M9XW4T' };
const ORDER_LINK = 'http://shop.test/order/details/7F3KQ2M9XW4T';
const ESTIMATE = 'Estimated delivery: 3 to 5 working days.';
const confirmed = {
  ...order,
  lines: [{ title: 'Puna yam', quantity: 2, unit_kobo: kobo(50_000) }],
  ...{ subtotal_kobo: kobo(100_000), shipment_kobo: kobo(20_000), discount_kobo: kobo(0), credit_kobo: kobo(0) },
  ...{ total_kobo: kobo(120_000), converted_total: 'US$0.80', estimated_delivery: '3 to 5 working days' },
  ship_to: {
    ...{ first_name: 'Ada', last_name: 'Obi', phone_number: '+2348031234567', address_line1: '12 Broad Street' },
    ...{ address_line2: '', address_line3: '', country: 'Nigeria', region: 'Lagos', city: 'Lagos', postal_code: '1' },
  },
};
const moderated = { kind: 'product_moderated', store_name: 'Makola Sisters', title: 'Garri', link } as const;
const moderationMails: [Mail['kind'], Mail, string, string[]][] = [
  [
    'product_moderated',
    { ...moderated, to: 'down@mail.test', decision: 'taken_down', reason: 'The picture is of rice.', is_live: false },
    '“Garri” was taken down',
    ['Hello Makola Sisters, we have taken “Garri” out of the shop.', 'The picture is of rice.', link],
  ],
  [
    'product_moderated',
    { ...moderated, to: 'kept@mail.test', decision: 'kept_down', reason: 'It is still rice.', is_live: false },
    '“Garri” stays out of the shop',
    ['it cannot come back as it is', 'It is still rice.', 'ask us there to look at it again', link],
  ],
  [
    'product_moderated',
    { ...moderated, to: 'back@mail.test', decision: 'put_back', reason: '', is_live: true },
    '“Garri” may be sold again',
    ['“Garri” is in the shop again.', link],
  ],
  [
    'product_moderated',
    { ...moderated, to: 'paused@mail.test', decision: 'put_back', reason: '', is_live: false },
    '“Garri” may be sold again',
    ['It is not in the shop yet', link],
  ],
];
moderationMails.push([
  'product_moderated',
  { ...moderated, to: 'merged@mail.test', decision: 'merged', reason: 'Gari', is_live: false },
  '“Garri” was merged',
  ['we have merged it into “Gari”', link],
]);
const orderMails: [Mail['kind'], Mail, string, string[]][] = [
  [
    'order_confirmed',
    { kind: 'order_confirmed', to: 'confirmed@mail.test', ...confirmed },
    'Your Sokuwa order 7F3KQ2M9XW4T',
    ['Thank you, Ada', ESTIMATE, 'View Your Order', ORDER_LINK, 'Total: ₦1,200 (about US$0.80)'],
  ],
  [
    'order_shipped',
    {
      ...{ kind: 'order_shipped', to: 'shipped@mail.test', ...order },
      ...{ tracking_number: 'JD01', estimated_delivery: '3 to 5 working days' },
    },
    'Your order 7F3KQ2M9XW4T is on its way',
    ['Tracking number: JD01', ESTIMATE, 'View Your Order', ORDER_LINK],
  ],
  [
    'order_shipped',
    {
      ...{ kind: 'order_shipped', to: 'parcel@mail.test', ...order },
      ...{ tracking_number: 'JD02', estimated_delivery: '', carrier: 'DHL Express' },
      tracking_url: 'https://carrier.test/track?id=JD02&lang=en',
      pieces: [{ title: 'Puna yam', quantity: 2 }],
      expected_delivery: { from: '2026-12-02', to: '2026-12-11' },
    },
    'Your order 7F3KQ2M9XW4T is on its way',
    [
      '2 × Puna yam',
      'Carrier: DHL Express',
      'https://carrier.test/track?id=JD02&lang=en',
      'Expected to arrive between 2 Dec 2026 and 11 Dec 2026',
      ORDER_LINK,
    ],
  ],
  [
    'order_address_changed',
    {
      kind: 'order_address_changed',
      to: 'moved@mail.test',
      ...order,
      ship_to: confirmed.ship_to,
      expected_delivery: { from: '2026-12-02', to: '2026-12-02' },
    },
    'Your order 7F3KQ2M9XW4T has a new delivery address',
    ['12 Broad Street', 'Expected to arrive on 2 Dec 2026', 'set a new password', ORDER_LINK],
  ],
  [
    'order_delivered',
    { kind: 'order_delivered', to: 'delivered@mail.test', ...order },
    'Your order 7F3KQ2M9XW4T was delivered',
    ['View Your Order', ORDER_LINK, 'http://shop.test/returnandrefundpolicy'],
  ],
  [
    'order_cancelled',
    { kind: 'order_cancelled', to: 'cancelled@mail.test', ...order, paid: true },
    'Your order 7F3KQ2M9XW4T is cancelled',
    ['We will refund what you paid', 'View Your Order', ORDER_LINK],
  ],
  [
    'order_refunded',
    {
      kind: 'order_refunded',
      to: 'refunded@mail.test',
      ...order,
      amount_kobo: kobo(120_000),
      reason: 'cancelled',
      how: 'wallet',
    },
    '₦1,200 back for your order 7F3KQ2M9XW4T',
    ['Your refund', 'It is in your Sokuwa wallet', 'View Your Order', ORDER_LINK],
  ],
  [
    'order_part_refunded',
    {
      kind: 'order_part_refunded',
      to: 'part@mail.test',
      ...order,
      amount_kobo: kobo(120_000),
      reason: 'pieces cancelled',
      how: 'provider',
      instead: false,
    },
    '₦1,200 back for your order 7F3KQ2M9XW4T',
    ['because a part of it was cancelled', 'original payment method', ORDER_LINK],
  ],
  [
    'order_pieces_cancelled',
    {
      kind: 'order_pieces_cancelled',
      to: 'pieces@mail.test',
      ...order,
      pieces: [{ title: 'Puna yam', quantity: 2 }],
      to_payment_kobo: kobo(120_000),
      to_wallet_kobo: kobo(50_000),
      status: 'Paid',
    },
    'A part of your order 7F3KQ2M9XW4T is cancelled',
    ['2 × Puna yam', 'We refund ₦1,200', '₦500 is in your Sokuwa wallet again', ORDER_LINK],
  ],
];

describe('a mail', () => {
  it.each<[Mail['kind'], Mail, string, string[]]>([
    [
      'verify_email',
      { kind: 'verify_email', to: 'verify@mail.test', first_name: 'Ada', link },
      'Verify your email address for Sokuwa',
      ['Welcome, Ada', 'Confirm Email', link],
    ],
    [
      'reset_password',
      { kind: 'reset_password', to: 'reset@mail.test', first_name: 'Ada', link },
      'Reset your Sokuwa password',
      ['Hello Ada', 'Reset Password', link],
    ],
    [
      'welcome',
      { kind: 'welcome', to: 'welcome@mail.test', first_name: 'Ada' },
      'Welcome to Sokuwa',
      ['Welcome, Ada', 'Your account is ready'],
    ],
    [
      'desk_security',
      {
        ...{ kind: 'desk_security', to: 'desk@mail.test', first_name: 'Ada', link },
        ...{ change: 'recovery_code_used', codes_left: 1 },
      },
      'Sokuwa: a recovery code was used',
      ['Hello Ada, one of your recovery codes was used', 'One recovery code is left.', 'Reset Password', link],
    ],
    [
      'staff_invited',
      {
        ...{ kind: 'staff_invited', to: 'invited@mail.test', store_name: 'Makola Sisters', role: 'staff' },
        ...{ inviter: 'Esi Mensah', link },
      },
      'Esi Mensah invites you to work for Makola Sisters',
      ['with the role “staff”', 'Accept the Invitation', link],
    ],
    [
      'application_approved',
      {
        ...{ kind: 'application_approved', to: 'approved@mail.test', first_name: 'Esi', store_name: 'Makola Sisters' },
        link,
      },
      'Makola Sisters is open on Sokuwa',
      ['Hello Esi, Makola Sisters was approved.', 'See the First Steps', link],
    ],
    [
      'application_declined',
      {
        ...{ kind: 'application_declined', to: 'declined@mail.test', first_name: 'Esi', store_name: 'Makola Sisters' },
        ...{ reason: 'Nobody answers the phone.', link },
      },
      'Your application for Makola Sisters',
      ['Hello Esi, we cannot approve Makola Sisters as it is.', 'Nobody answers the phone.', link],
    ],
    ...moderationMails,
    ...orderMails,
  ])(
    '%s has its subject and texts, in HTML and in plain text',
    { tags: ['@ORDER-59'] },
    async (_, mail, subject, texts) => {
      const [received, ...others] = await sendMail(mail);
      expect(others).toEqual([]);
      expect(received?.subject).toBe(subject);
      for (const text of texts) {
        expect(received?.text).toContain(text);
        expect(received?.html).toContain(text.replaceAll('&', '&amp;'));
      }
      expect(received?.text).not.toMatch(/<|&amp;/);
      expect(received?.html).toContain('prefers-color-scheme: dark');
    },
  );

  it('of an order without a stored estimate says none', { tags: ['@ORDER-59'] }, async () => {
    const mail: Mail = { kind: 'order_confirmed', to: 'old@mail.test', ...confirmed, estimated_delivery: '' };
    const [received] = await sendMail(mail);
    expect(received?.text).not.toContain('Estimated delivery');
  });

  it.each([
    ['Paid', 'We will send the rest of your order as planned.'],
    ['Shipped', 'The rest of your order has been shipped.'],
    ['Delivered', 'The rest of your order was delivered.'],
  ] as const)(
    'of pieces cancelled, after which the order is %s, says "%s"',
    { tags: ['@FULFIL-6'] },
    async (status, text) => {
      const [received] = await sendMail({
        ...{ kind: 'order_pieces_cancelled', to: `rest-${status}@mail.test`, ...order, status },
        ...{ pieces: [{ title: 'Puna yam', quantity: 1 }], to_payment_kobo: kobo(100), to_wallet_kobo: kobo(0) },
      });
      expect(received?.text).toContain(text);
    },
  );

  // Release 1.0 did not say why a refund went into the wallet.
  it.each([
    ['cancelled', undefined, '. It is in'],
    ['too late', undefined, 'so it is in'],
    ['not as asked', false, '. It is in'],
    ['cancelled', true, 'so it is in'],
  ] as const)('of a refund into the wallet (%s, instead: %s) says "%s"', async (reason, instead, text) => {
    const refund = {
      ...order,
      amount_kobo: kobo(120_000),
      reason,
      how: 'wallet',
      ...(instead !== undefined && { instead }),
    } as const;
    const [received] = await sendMail({ kind: 'order_refunded', to: `${reason}-${instead}@mail.test`, ...refund });
    expect(received?.text.replaceAll(/\s+/g, ' ')).toContain(`${text} your Sokuwa wallet`);
  });

  it('shows user text as text, never as markup', async () => {
    const first_name = '<img src=x onerror=alert(1)> & "Co"';
    const [received] = await sendMail({ kind: 'verify_email', to: 'evil@mail.test', first_name, link });
    expect(received?.html).not.toContain('<img');
    expect(received?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;');
    expect(received?.text).toContain(first_name);
  });

  it('is sent once per key, and each time without a key', async () => {
    const mail: Mail = { kind: 'welcome', to: 'once@mail.test', first_name: 'Ada' };
    expect(await sendMail({ ...mail, key: 'account 7' })).toHaveLength(1);
    expect(await sendMail({ ...mail, key: 'account 7' })).toHaveLength(1);
    expect(await sendMail(mail)).toHaveLength(2);
    expect(await sendMail(mail)).toHaveLength(3);
  });

  it('is queued in the transaction that causes it, so a rollback prevents it', {
    tags: ['@SETTING-15'],
  }, async () => {
    const rolledBack = shop.db.transaction().execute(async (tx) => {
      await queueMail(tx, { kind: 'welcome', to: 'never@mail.test', first_name: 'Ada' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await shop.jobs.runDue();
    expect(await shop.mailbox.read('never@mail.test')).toEqual([]);
  });
});

describe('if the mail server', () => {
  let close = async () => {};
  afterEach(() => close());

  /** Opens mail jobs on a mail server that calls `receive` for each mail. */
  const openMailJobs = (receive: (mail: OutgoingMail) => void) => {
    const pool = openPool(shop.connection, 2, () => undefined);
    const port = { send: async (mail: OutgoingMail) => receive(mail), close: async () => {} };
    const jobs = openJobs({
      pool,
      connection: shop.connection,
      workers: mailWorkers({ mail: port, publicUrl: 'http://shop.test' }),
      report: () => undefined,
    });
    close = async () => {
      await jobs.stop();
      await pool.end();
    };
    return jobs;
  };

  it.each([1, 24])(
    'is unavailable for %i hours, no mail is lost, and each is delivered once',
    { tags: ['@SETTING-15', '@SETTING-16'] },
    async (hours) => {
      let isUnavailable = true;
      const attemptIds: string[] = [];
      const delivered: string[] = [];
      const jobs = openMailJobs(({ id, to }) => {
        attemptIds.push(id);
        if (isUnavailable) throw new Error('connect ECONNREFUSED');
        delivered.push(to);
      });
      await queueMail(shop.db, { kind: 'welcome', to: 'ada@mail.test', first_name: 'Ada' });
      for (let minute = 0; minute < hours * 60; minute += 5) {
        await jobs.runDue();
        await advanceJobs(shop.db, 5 * 60);
      }
      expect(attemptIds.length).toBeGreaterThan(4);
      isUnavailable = false;
      for (let hour = 0; hour < 3; hour++) {
        await advanceJobs(shop.db, 60 * 60);
        expect(await jobs.runDue()).toEqual([]);
      }
      expect(delivered).toEqual(['ada@mail.test']);
      expect(new Set(attemptIds).size).toBe(1);
    },
  );

  it('refuses the recipient, the mail is not sent again', async () => {
    let attempts = 0;
    const jobs = openMailJobs(() => {
      attempts += 1;
      throw new MailRefused('550 No such user');
    });
    await queueMail(shop.db, { kind: 'welcome', to: 'nobody@mail.test', first_name: 'Ada' });
    expect(await jobs.runDue()).toEqual([new PermanentJobError('A mail (welcome) was refused: 550 No such user')]);
    await advanceJobs(shop.db, 1_000_000);
    expect(await jobs.runDue()).toEqual([]);
    expect(attempts).toBe(1);
  });
});
