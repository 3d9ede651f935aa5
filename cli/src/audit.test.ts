import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { apply } from '@sokuwa/server/testing/applications.ts';
import { createBuyer } from '@sokuwa/server/testing/buyer.ts';
import { createShopper, createStore } from '@sokuwa/server/testing/messages.ts';
import { createPayee, makePayable } from '@sokuwa/server/testing/payouts.ts';
import { createDelivered } from '@sokuwa/server/testing/returns.ts';
import { ageDeliveries, type PaidOrder, placePaidOrder } from '@sokuwa/server/testing/sales.ts';
import {
  addAccount,
  addMerchant,
  addProduct,
  addSubItem,
  openTestShop,
  type TestShop,
} from '@sokuwa/server/testing/shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram, commandPath, leafCommands } from './run.ts';
import { createCli, type TestCli } from './testing/cli.ts';

let shop: TestShop;
let cli: TestCli;
let folder: string;
let yam: Awaited<ReturnType<typeof addProduct>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-audit-'));
  shop = await openTestShop({ PAYOUTS: 'file', PAYOUT_MINIMUM_KOBO: '100000' });
  cli = createCli(shop);
  yam = await addProduct(shop.db, { title: 'Puna yam', stock: 1000 });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** @returns the email address of a new account */
const addPerson = async (): Promise<string> => {
  const email = `${randomUUID()}@mail.test`;
  await addAccount(shop.db, { email });
  return email;
};
const placePaid = (): Promise<PaidOrder> => placePaidOrder(shop, [[yam, 2]]);
const hold = async (): Promise<string> => {
  const { reference } = await (await createBuyer(shop, [[yam, 1]])).placeOrder();
  const wrong = { status: 'held', held_for: 'too little', paid_amount: 50_000, paid_currency: 'NGN' } as const;
  await shop.db.updateTable('payment').set(wrong).where('reference', '=', reference).execute();
  return reference;
};
const writeText = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};
const saveHomeDraft = () =>
  shop.db
    .insertInto('home_draft')
    .values({ content: JSON.stringify(DEFAULT_HOME), saved_at: new Date(), saved_by: 'Ada' })
    .onConflict((conflict) =>
      conflict
        .column('only_one')
        .doUpdateSet({ content: JSON.stringify(DEFAULT_HOME), saved_at: new Date(), saved_by: 'Ada' }),
    )
    .execute();
const addSuspended = async (): Promise<number> => {
  const merchant = await addMerchant(shop.db);
  await cli(`merchants suspend ${merchant} --reason R`);
  return merchant;
};

/** A product with an open report. */
const addReported = async (): Promise<Awaited<ReturnType<typeof addProduct>>> => {
  const id = await addProduct(shop.db);
  await shop.db
    .insertInto('product_report')
    .values({ product_id: id, account_id: await addAccount(shop.db), reason: 'pictures', text: 'A stock photo' })
    .execute();
  return id;
};

/** Two products of one store that look alike. */
const addTwins = async () => {
  const merchantId = await addMerchant(shop.db);
  const product = { merchant_id: merchantId, title: 'Twins' };
  return { merchantId, id: await addProduct(shop.db, product), twin: await addProduct(shop.db, product) };
};

/** A drafted batch of one payout. */
const draftPayout = async (): Promise<{ batch: string; payout: string }> => {
  const { merchantId } = await createPayee(shop);
  await makePayable(shop.db, merchantId, 500_000);
  const batch = /^Batch (\d+)/.exec((await cli('payouts draft --reason R')).out)?.[1] ?? '';
  const payout = /^po-\S+/m.exec((await cli(`payouts show ${batch}`)).out)?.[0] ?? '';
  return { batch, payout };
};
const sendPayout = async () => {
  const drafted = await draftPayout();
  await cli(`payouts approve ${drafted.batch} --reason R`);
  await shop.jobs.runDue();
  return drafted;
};
/** An order that has arrived long ago, and whose money the bank has taken back. */
const loseDispute = async (): Promise<string> => {
  const { orderId, reference } = await createDelivered(shop, [[yam, 1]]);
  await ageDeliveries(shop.db, orderId, 31 * 24);
  const lost = { status: 'resolved', resolution: 'merchant-accepted' };
  await shop.db
    .insertInto('dispute')
    .values({ id: `dispute ${orderId}`, reference, ...lost })
    .execute();
  return orderId;
};

type Line = string[];
/** A command line that changes something, one that is refused, and the subject in the audit log. */
type Changing = { change: () => Promise<{ line: Line; subject: string }>; refused?: Line | (() => Promise<Line>) };
const on = (subject: string, ...line: Line) => ({ line, subject });

/** Every command that changes something. */
const CHANGING: Record<string, Changing> = {
  'products stock': {
    change: async () => on(`product ${yam}`, `${yam}`, '900'),
    refused: ['999999', '7'],
  },
  'products price': { change: async () => on(`product ${yam}`, `${yam}`, '12000'), refused: ['999999', '7'] },
  'products dismiss-reports': {
    change: async () => {
      const id = await addReported();
      return on(`product ${id}`, `${id}`);
    },
    refused: ['999999'],
  },
  'products take-down': {
    change: async () => {
      const id = await addReported();
      return on(`product ${id}`, `${id}`);
    },
    refused: ['999999'],
  },
  'products keep-down': {
    change: async () => {
      const id = await addReported();
      await cli(`products take-down ${id} --reason R`);
      await shop.db
        .updateTable('product_takedown')
        .set({ asked_at: new Date() })
        .where('product_id', '=', id)
        .execute();
      return on(`product ${id}`, `${id}`);
    },
    refused: async () => [`${await addReported()}`],
  },
  'products put-back': {
    change: async () => {
      const id = await addReported();
      await cli(`products take-down ${id} --reason R`);
      return on(`product ${id}`, `${id}`);
    },
    refused: async () => [`${await addReported()}`],
  },
  'products not-duplicates': {
    change: async () => {
      const { id, merchantId } = await addTwins();
      return on(`merchant ${merchantId}`, `${id}`);
    },
    refused: ['999999'],
  },
  'products merge': {
    change: async () => {
      const { id, twin } = await addTwins();
      return on(`product ${twin}`, `${twin}`, `${id}`, '--stock', 'add');
    },
    refused: async () => [`${yam}`, `${(await addTwins()).id}`, '--stock', 'keep'],
  },
  'products import': {
    change: async () => {
      await addMerchant(shop.db, { slug: 'weavers' });
      const sub = await shop.db.selectFrom('sub_item').select('id').executeTakeFirstOrThrow();
      const row = { handle: 'mat', title: 'Mat', category: `s${sub.id}`, price: 9, weight: 300, stock: 2 };
      const file = await writeText('mat.json', JSON.stringify(row));
      return on('file mat.json', file, '--merchant', 'weavers', '--weight', '300', '--stock', '2');
    },
    refused: async () => [await writeText('none.json', '{}'), '--merchant', 'nobody'],
  },
  'categories import': {
    change: async () =>
      on('file toys.csv', await writeText('toys.csv', 'category,sub_category,sub_item\nToys,Games,Ayo\n')),
    refused: ['/nowhere.csv'],
  },
  'categories rename': {
    change: async () => {
      const { categoryId } = await addSubItem(shop.db);
      return on(`category ${categoryId}`, 'category', `${categoryId}`, `Renamed ${categoryId}`);
    },
    refused: ['category', '999999', 'No category'],
  },
  'categories move': {
    change: async () => {
      const { subItemId } = await addSubItem(shop.db);
      const { sub_category_id } = await shop.db
        .selectFrom('sub_item')
        .select('sub_category_id')
        .where('id', '=', subItemId)
        .executeTakeFirstOrThrow();
      return on(`sub_item ${subItemId}`, 'sub_item', `${subItemId}`, '--parent', `${sub_category_id}`);
    },
    refused: ['sub_item', '999999', '--parent', '1'],
  },
  'categories merge': {
    change: async () => {
      const [from, into] = [await addSubItem(shop.db), await addSubItem(shop.db)];
      return on(`sub_item ${from.subItemId}`, 'sub_item', `${from.subItemId}`, `${into.subItemId}`);
    },
    refused: ['sub_item', '999999', '999998'],
  },
  'synonyms replace': {
    change: async () => on('search synonyms', await writeText('synonyms.txt', 'kaftan, jalabia')),
    refused: async () => [await writeText('wrong.txt', 'kaftan')],
  },
  'home publish': {
    change: async () => {
      await saveHomeDraft();
      return on('home version');
    },
    refused: [],
  },
  'home cancel': {
    change: async () => {
      await saveHomeDraft();
      const [id = ''] = /\d+$/.exec((await cli('home publish --from 2099-01-01')).out.trim()) ?? [];
      return on(`home version ${id}`, id);
    },
    refused: ['999999'],
  },
  'home revert': { change: async () => on('home version', 'default'), refused: ['999999'] },
  'merchants create': {
    change: async () => on('merchant', 'oja', '--name', 'Oja', '--place', 'Ibadan', '--country', 'NG'),
    refused: ['far', '--name', 'Far', '--place', 'Far', '--country', 'ZZ'],
  },
  'merchants token': {
    change: async () => {
      const merchant = await addMerchant(shop.db);
      return on(`merchant ${merchant}`, `${merchant}`);
    },
    refused: ['999999'],
  },
  'merchants revoke-token': {
    change: async () => {
      const { merchantId } = await createStore(shop);
      return on(`merchant ${merchantId}`, `${merchantId}`, 'default');
    },
    refused: ['999999', 'default'],
  },
  'merchants email': {
    change: async () => {
      const merchant = await addMerchant(shop.db);
      return on(`merchant ${merchant}`, `${merchant}`, 'a@mail.test');
    },
    refused: ['999999', 'none'],
  },
  'merchants suspend': {
    change: async () => {
      const merchant = await addMerchant(shop.db);
      return on(`merchant ${merchant}`, `${merchant}`);
    },
    refused: async () => [`${await addSuspended()}`],
  },
  'merchants unsuspend': {
    change: async () => {
      const merchant = await addSuspended();
      return on(`merchant ${merchant}`, `${merchant}`);
    },
    refused: async () => [`${await addMerchant(shop.db)}`],
  },
  'merchants approve': {
    change: async () => {
      const { merchantId } = await apply(shop);
      return on(`merchant ${merchantId}`, `${merchantId}`);
    },
    refused: async () => [`${await addMerchant(shop.db)}`],
  },
  'merchants decline': {
    change: async () => {
      const { merchantId } = await apply(shop);
      return on(`merchant ${merchantId}`, `${merchantId}`);
    },
    refused: async () => [`${await addMerchant(shop.db)}`],
  },
  'merchants commission': {
    change: async () => {
      const merchant = await addMerchant(shop.db);
      return on(`merchant ${merchant}`, `${merchant}`, '80');
    },
    refused: ['999999', '80'],
  },
  'operators token': { change: async () => on('operator finance', 'finance') },
  'operators revoke-token': {
    change: async () => {
      await cli('operators token support');
      return on('operator support', 'support');
    },
    refused: ['nobody'],
  },
  'staff add': {
    change: async () => on('operators', await addPerson(), '--role', 'owner'),
    refused: ['nobody@mail.test', '--role', 'owner'],
  },
  'staff remove': {
    change: async () => {
      const [first, second] = [await addPerson(), await addPerson()];
      for (const email of [first, second]) await cli(`staff add ${email} --role owner`);
      return on('operators', first);
    },
    refused: ['nobody@mail.test'],
  },
  'staff reset-factors': {
    change: async () => on('account', await addPerson()),
    refused: ['nobody@mail.test'],
  },
  'orders address': {
    change: async () => {
      const { id } = await placePaid();
      return on(`order ${id}`, id, '--city', 'Lagos');
    },
    refused: ['000000000000', '--city', 'Lagos'],
  },
  'orders ship': {
    change: async () => {
      const { id } = await placePaid();
      return on(`order ${id}`, id, '--tracking', 'T1');
    },
    refused: ['000000000000', '--tracking', 'T1'],
  },
  'orders deliver': {
    change: async () => {
      const { id } = await placePaid();
      await cli(`orders ship ${id} --tracking T1`);
      return on(`order ${id}`, id);
    },
    refused: async () => [(await placePaid()).id],
  },
  'orders cancel': {
    change: async () => {
      const { id } = await placePaid();
      return on(`order ${id}`, id);
    },
    refused: ['000000000000'],
  },
  'fulfilments ship': {
    change: async () => {
      const { id } = await placePaid();
      return on(`fulfilment ${id}-1`, `${id}-1`, '--carrier', 'dhl', '--tracking', 'T1');
    },
    refused: ['000000000000-1', '--carrier', 'dhl', '--tracking', 'T1'],
  },
  'fulfilments deliver': {
    change: async () => {
      const { id } = await placePaid();
      await cli(`orders ship ${id} --tracking T1`);
      return on(`fulfilment ${id}-1`, `${id}-1`);
    },
    refused: async () => [`${(await placePaid()).id}-1`],
  },
  'fulfilments cancel': {
    change: async () => {
      const { id } = await placePaid();
      return on(`fulfilment ${id}-1`, `${id}-1`, '--pieces', '0:1:2');
    },
    refused: async () => [`${(await placePaid()).id}-1`, '--pieces', '0:9:9'],
  },
  'payments accept': {
    change: async () => {
      const reference = await hold();
      return on(`payment ${reference}`, reference);
    },
    refused: ['000000000000-1'],
  },
  'payments refund': {
    change: async () => {
      const { id, reference } = await placePaid();
      await cli(`refunds create ${id} 100 --reason R`);
      await shop.db
        .updateTable('refund')
        .set({ status: 'stuck', refused_for: 'card closed', ask_at: null })
        .where('reference', '=', `${reference}.1`)
        .execute();
      return on(`payment ${reference}.1`, `${reference}.1`, '--by', 'wallet');
    },
    refused: ['000000000000-1'],
  },
  'refunds create': {
    change: async () => {
      const { id } = await placePaid();
      return on(`order ${id}`, id, '100', '--to', 'wallet');
    },
    refused: async () => [(await placePaid()).id, '9,999,999'],
  },
  'wallet credit': {
    change: async () => {
      const { email, accountId } = await createBuyer(shop, [[yam, 1]]);
      return on(`account ${accountId}`, email, '100');
    },
    refused: ['nobody@mail.test', '100'],
  },
  'coupons create': {
    change: async () => on('coupon HARVEST', 'HARVEST', '--percent', '10'),
    refused: ['HARVEST', '--percent', '11'],
  },
  'coupons change': {
    change: async () => on('coupon HARVEST', 'HARVEST', '--max-uses', '9'),
    refused: ['NONE', '--max-uses', '9'],
  },
  'customers end-sessions': {
    change: async () => {
      const id = await addAccount(shop.db);
      return on(`account ${id}`, `${id}`);
    },
    refused: ['999999'],
  },
  'customers erase': {
    change: async () => {
      const id = await addAccount(shop.db);
      return on(`account ${id}`, `${id}`);
    },
    refused: async () => [`${(await placePaid()).buyer.accountId}`],
  },
  'jobs retry': {
    change: async () => {
      const id = randomUUID();
      await sql`insert into pgboss.job (id, name, state, data) values (${id}::uuid, 'send_mail', 'failed', '{}')`.execute(
        shop.db,
      );
      return on(`job ${id}`, id);
    },
    refused: ['00000000-0000-4000-8000-000000000000'],
  },
  'coupons end': { change: async () => on('coupon HARVEST', 'HARVEST'), refused: ['NONE'] },
  'returns decide': {
    change: async () => {
      const { id } = await (await createDelivered(shop, [[yam, 1]])).requested();
      return on(`return ${id}`, id, '--accept', '--note', 'It is as new.');
    },
    refused: ['000000000000-R1', '--accept', '--note', 'It is as new.'],
  },
  'payouts draft': {
    change: async () => {
      const { merchantId } = await createPayee(shop);
      await makePayable(shop.db, merchantId, 500_000);
      return on('payout batch');
    },
    refused: [],
  },
  'payouts approve': {
    change: async () => {
      const { batch } = await draftPayout();
      return on(`payout batch ${batch}`, batch);
    },
    refused: ['999999'],
  },
  'payouts cancel': {
    change: async () => {
      const { batch } = await draftPayout();
      return on(`payout batch ${batch}`, batch);
    },
    refused: ['999999'],
  },
  'payouts confirm': {
    change: async () => {
      const { batch, payout } = await sendPayout();
      return on(`payout batch ${batch}`, batch, '--paid', payout);
    },
    refused: ['999999'],
  },
  'payouts file': {
    change: async () => {
      const { batch } = await sendPayout();
      return on(`payout batch ${batch}`, batch);
    },
    refused: ['999999'],
  },
  'payouts retry': {
    change: async () => {
      const { payout } = await sendPayout();
      return on(`payout ${payout}`, payout);
    },
    refused: async () => [(await draftPayout()).payout],
  },
  'payouts stop': {
    change: async () => {
      const { batch, payout } = await draftPayout();
      await cli(`payouts approve ${batch} --reason R`);
      return on(`payout ${payout}`, payout);
    },
    refused: async () => [(await draftPayout()).payout],
  },
  'payouts release': {
    change: async () => {
      const id = await loseDispute();
      return on(`order ${id}`, id);
    },
    refused: ['000000000000'],
  },
  'payouts revoke-account': {
    change: async () => {
      const { merchantId, setAccount } = await createPayee(shop);
      await setAccount('0000001111');
      return on(`merchant ${merchantId}`, `${merchantId}`);
    },
    refused: ['999999'],
  },
  'webhooks replay': {
    change: async () => {
      const { merchantId } = await createStore(shop);
      const { id } = await shop.db
        .insertInto('webhook_endpoint')
        .values({ merchant_id: merchantId, url: 'https://shop.example/hook', event_types: ['order.paid'] })
        .returning('id')
        .executeTakeFirstOrThrow();
      return on(`webhook ${id}`, id, '--since', '2026-01-01');
    },
    refused: ['00000000-0000-4000-8000-000000000000', '--since', '2026-01-01'],
  },
  'messages send': {
    change: async () => {
      const { merchantId, productId } = await createStore(shop);
      const { id } = await placePaidOrder(shop, [[productId, 1]]);
      return on(`merchant ${merchantId}`, `${merchantId}`, id, '--subject', 'S', '--text', 'T');
    },
    refused: ['999999', '000000000000', '--subject', 'S', '--text', 'T'],
  },
  'messages reply': {
    change: async () => {
      const { merchantId, productId } = await createStore(shop);
      const message = await (await createShopper(shop)).sendQuestion(productId);
      return on(`merchant ${merchantId}`, `${merchantId}`, message, '--text', 'T');
    },
    refused: ['1', 'none', '--text', 'T'],
  },
};
/** Tested with a database of its own: server/src/backup/backup.test.ts. */
const TESTED_ELSEWHERE = ['restore'];
const READING = [
  'coupons list',
  'coupons show',
  'categories list',
  'synonyms show',
  'home show',
  'products export',
  'products reports',
  'products duplicates',
  'merchants list',
  'merchants applications',
  'merchants show',
  'merchants tokens',
  'operators tokens',
  'staff list',
  'orders list',
  'orders show',
  'fulfilments list',
  'payments list',
  'payments held',
  'jobs list',
  'refunds list',
  'customers find',
  'customers show',
  'returns list',
  'returns show',
  'payouts list',
  'payouts show',
  'books check',
  'books statement',
  'books entries',
  'webhooks list',
  'webhooks deliveries',
  'messages list',
  'audit list',
  'backup',
  'doctor',
];

const lastEntry = (db: TestShop['db']) =>
  db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

describe('the audit log', () => {
  it('is written by every command that changes something, and by no other', { tags: ['@OPERATOR-2'] }, () => {
    const streams = { out: () => undefined, error: () => undefined };
    const context = {
      withShop: () => Promise.reject(new Error('no shop')),
      examine: () => Promise.reject(new Error('no shop')),
      print: () => undefined,
    };
    const commands = leafCommands(buildProgram(context, streams));
    const hasReason = commands.filter(({ options }) => options.some(({ long }) => long === '--reason'));
    expect(hasReason.map(commandPath).toSorted()).toEqual([...Object.keys(CHANGING), ...TESTED_ELSEWHERE].toSorted());
    expect(commands.map(commandPath).toSorted()).toEqual(
      [...Object.keys(CHANGING), ...TESTED_ELSEWHERE, ...READING].toSorted(),
    );
  });

  it.each(Object.entries(CHANGING))(
    'has one entry of %s, none of its dry run, and none of a refusal',
    { tags: ['@OPERATOR-2', '@OPERATOR-3'] },
    async (path, { change, refused }) => {
      const { line, subject } = await change();
      const before = await lastEntry(shop.db);
      const run = (words: Line) => cli([...path.split(' '), ...words, '--reason', 'It must be so']);
      expect(await run([...line, '--dry-run'])).toMatchObject({ code: 0, error: '' });
      expect(await lastEntry(shop.db)).toEqual(before);
      expect(await run(line)).toMatchObject({ code: 0, error: '' });
      const entry = await lastEntry(shop.db);
      expect(entry).toMatchObject({ actor: 'cli:ada', action: path, reason: 'It must be so' });
      expect(entry?.subject).toMatch(new RegExp(`^${subject}`));
      const written = await shop.db
        .selectFrom('audit_entry')
        .select('id')
        .where('id', '>', before?.id ?? 0)
        .execute();
      // An import is recorded when it begins to change products, and with its result.
      expect(written).toHaveLength(path === 'products import' ? 2 : 1);
      if (!refused) return;
      const lineOfRefusal = typeof refused === 'function' ? await refused() : refused;
      const unchanged = await lastEntry(shop.db);
      expect(await run(lineOfRefusal)).toMatchObject({ code: 1 });
      expect(await lastEntry(shop.db)).toEqual(unchanged);
    },
  );

  it('has no address, email or text of a buyer', { tags: ['@OPERATOR-4'] }, async () => {
    const { id } = await placePaid();
    await cli(['orders', 'address', id, '--line1', '7 Secret Street']);
    const entry = await lastEntry(shop.db);
    expect(entry).toMatchObject({ action: 'orders address', after: { fields: ['address_line1'] } });
    expect(JSON.stringify(entry)).not.toContain('Secret');
  });
});
