import { createPayee, makePayable } from '@sokuwa/server/testing/payouts.ts';
import { openTestShop, type TestShop } from '@sokuwa/server/testing/shop.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCli, done, dry, refused, type TestCli } from '../testing/cli.ts';

let shop: TestShop;
let cli: TestCli;
beforeAll(async () => {
  shop = await openTestShop({ PAYOUTS: 'file', PAYOUT_MINIMUM_KOBO: '100000' });
  cli = createCli(shop);
});
afterAll(() => shop.close());

it('payouts are drafted, approved, sent by a file and confirmed', {
  tags: ['@PAYOUT-9', '@PAYOUT-10', '@PAYOUT-17', '@PAYOUT-19', '@PAYOUT-31', '@PAYOUT-32'],
}, async () => {
  expect(await cli('payouts list')).toEqual(done('There are no payouts, and no merchant can be paid.'));
  expect(await cli('payouts draft --reason Friday')).toEqual(refused('There is nothing to pay at present.'));
  const first = await createPayee(shop, '0000001111', { name: 'Aba Shoes' });
  const second = await createPayee(shop, '0000002222', { name: 'Bida Brass' });
  const third = await createPayee(shop, null, { name: 'Calabar Crafts' });
  await makePayable(shop.db, first.merchantId, 500_050);
  await makePayable(shop.db, second.merchantId, 400_000);
  await makePayable(shop.db, third.merchantId, 300_000);
  expect(await cli('payouts list')).toEqual(
    done(
      [
        `merchant ${first.merchantId}  Aba Shoes: ₦5,000.50, in the next batch`,
        `merchant ${second.merchantId}  Bida Brass: ₦4,000, in the next batch`,
        `merchant ${third.merchantId}  Calabar Crafts: ₦3,000, no bank account`,
      ].join('\n'),
    ),
  );
  expect((await cli('payouts draft --reason Friday --dry-run')).out).toMatch(
    /^Dry run, nothing was changed. Batch \d+ has 2 payouts. Approve it to send them.\n$/,
  );
  const { out } = await cli(['payouts', 'draft', '--reason', 'it is Friday']);
  const id = /^Batch (\d+) has 2 payouts/.exec(out)?.[1] ?? '';
  expect((await cli('payouts list')).out).toContain(`batch ${id}  `);
  const approved = `Batch ${id}: 2 payouts approved, ₦9,000.50; 0 cancelled.`;
  expect(await cli(`payouts approve ${id} --reason Friday --dry-run`)).toEqual(dry(approved));
  expect(await cli(`payouts approve ${id} --reason Friday`)).toEqual(done(approved));
  expect(await cli(`payouts approve ${id} --reason Friday`)).toEqual(
    refused('This batch was approved or cancelled already.'),
  );
  expect(await cli(`payouts cancel ${id}`)).toEqual(refused('This batch was approved or cancelled already.'));
  expect(await shop.jobs.runDue()).toEqual([]);
  expect(await cli(`payouts file ${id} --dry-run`)).toEqual(dry(`The file for batch ${id} has 2 payouts.`));
  expect((await cli('payouts list')).out).not.toContain('file made');
  const lines = (await cli(`payouts file ${id}`)).out.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  const [one = '', other = ''] = lines.slice(1).map((text) => text.slice(0, 23));
  expect((await cli('payouts list')).out).toContain(', file made at ');
  expect((await cli(`payouts show ${id}`)).out).toContain(`${one}  merchant `);
  expect(
    await cli([
      'payouts',
      'confirm',
      id,
      '--reason',
      'statement',
      '--paid',
      one,
      '--failed',
      `${other}=closed`,
      '--dry-run',
    ]),
  ).toEqual(dry([`${one}: paid`, `${other}: failed`].toSorted().join('\n')));
  expect(await cli(`payouts confirm ${id} --reason statement --failed ${other}`)).toMatchObject({ code: 2 });
  expect(
    (await cli(['payouts', 'confirm', id, '--reason', 'statement', '--paid', one, '--failed', `${one}=closed`])).error,
  ).toContain('twice');
  await cli(['payouts', 'confirm', id, '--reason', 'statement', '--paid', one, '--failed', `${other}=closed`]);
  expect((await cli(`payouts confirm ${id} --reason statement --paid ${other}`)).error).toContain(
    'has failed or has come back',
  );
  const { out: shown } = await cli(`payouts show ${id}`);
  expect(shown).toMatch(new RegExp(`${one} .*: paid\n`));
  expect(shown).toMatch(new RegExp(`${other} .*: failed \\(closed\\)\n`));
  expect(await cli(`payouts confirm ${id} --reason statement --paid ${one}`)).toEqual(done('Nothing has changed.'));
  expect((await cli(`payouts retry ${one}`)).error).toContain('can be retried');
  expect((await cli(`payouts retry ${other}`)).out).toMatch(/^See batch \d+\.\n$/);
  const audit = await shop.db.selectFrom('audit_entry').select(['actor', 'action', 'reason']).orderBy('id').execute();
  const actor = 'cli:ada';
  expect(audit).toEqual([
    { actor, action: 'payouts draft', reason: 'it is Friday' },
    { actor, action: 'payouts approve', reason: 'Friday' },
    { actor, action: 'payouts file', reason: null },
    { actor, action: 'payouts confirm', reason: 'statement' },
    { actor, action: 'payouts retry', reason: null },
  ]);
  const draftId = /batch (\d+) .*draft/.exec((await cli('payouts list')).out)?.[1];
  expect(await cli(`payouts cancel ${draftId}`)).toEqual(done(`Batch ${draftId}: 1 payout cancelled.`));
});

it('a payout is stopped', { tags: ['@PAYOUT-34', '@PAYOUT-19'] }, async () => {
  const { merchantId } = await createPayee(shop, '0000003333');
  await makePayable(shop.db, merchantId, 600_000);
  const batch = /^Batch (\d+)/.exec((await cli('payouts draft --reason Friday')).out)?.[1];
  await cli(`payouts approve ${batch} --reason Friday`);
  const find = async () =>
    (await cli(`payouts show ${batch}`)).out.split('\n').find((line) => line.includes(`merchant ${merchantId} `)) ?? '';
  const id = (await find()).slice(0, 23);
  const stop = ['payouts', 'stop', id, '--reason', 'a fraud'];
  const failed = `${id} has failed. Its money can be paid again.`;
  expect(await cli([...stop, '--dry-run'])).toEqual(dry(failed));
  await shop.db.updateTable('payout').set({ status: 'sending', provider: 'sandbox' }).where('id', '=', id).execute();
  expect((await cli([...stop, '--dry-run'])).out).toContain(
    'is not sent again. It fails if the provider does not know',
  );
  await shop.db.updateTable('payout').set({ stopped_at: new Date() }).where('id', '=', id).execute();
  expect(await find()).toMatch(/: sending, stopped$/);
  await shop.db
    .updateTable('payout')
    .set({ ask_at: new Date('2026-01-02T03:04:05Z') })
    .where('id', '=', id)
    .execute();
  expect((await cli('payouts list')).out).toContain(
    ': sending, stopped, sent by sandbox, which should have been asked about it at 2026-01-02 03:04\n',
  );
  expect(await cli(stop)).toEqual(refused('This payout was stopped already.'));
  const approved = { status: 'approved', provider: null, stopped_at: null } as const;
  await shop.db.updateTable('payout').set(approved).where('id', '=', id).execute();
  expect(await cli(stop)).toEqual(done(failed));
  expect(await find()).toMatch(/: failed \(The shop has stopped this payout\.\)$/);
});

it('refusals are said, and ids are checked', async () => {
  expect(await cli('payouts show 999')).toEqual(refused('There is no batch 999.'));
  for (const command of ['approve', 'cancel', 'file', 'confirm'])
    expect(await cli(`payouts ${command} 999 --reason Friday`)).toEqual(refused('Not found.'));
  for (const command of ['draft', 'approve 999', 'confirm 999'])
    expect(await cli(`payouts ${command}`), command).toMatchObject({ code: 2 });
  expect(await cli('payouts retry po-1')).toMatchObject({ code: 2 });
  expect(await cli('payouts stop po-00000000000000000000')).toMatchObject({ code: 2 });
  expect(await cli('payouts stop po-00000000000000000000 --reason R')).toEqual(refused('Not found.'));
  expect(await cli('payouts release 7F3KQ2M9XW4T')).toMatchObject({ code: 2 });
  expect(await cli('payouts release 7F3KQ2M9XW4T --reason lost')).toEqual(refused('Not found.'));
  expect(await cli('payouts revoke-account 999 --reason stolen')).toEqual(refused('Not found.'));
});

it('a change of a bank account is revoked', { tags: ['@PAYOUT-8'] }, async () => {
  const payee = await createPayee(shop, '0000001111');
  await payee.setAccount('0000002222');
  const revoke = ['payouts', 'revoke-account', String(payee.merchantId), '--reason', 'the token was stolen'];
  const text = `Payouts of merchant ${payee.merchantId} go on to the current account.`;
  expect(await cli([...revoke, '--dry-run'])).toEqual(dry(text));
  expect(await cli(revoke)).toEqual(done(text));
  expect(await cli(revoke)).toEqual(refused('Not found.'));
});

it('books: payouts are checked, and an accountant gets the statement of a day', {
  tags: ['@PAYOUT-20', '@PAYOUT-21', '@PAYOUT-23', '@BOOKS-8'],
}, async () => {
  expect((await cli('books check')).out).toContain('The books are right.');
  const statement = await cli(`books statement --date ${new Date().toISOString().slice(0, 10)}`);
  expect(statement.out).toMatch(/^account,opening balance,debits,credits,closing balance\nbank,0\.00,/);
  expect(await cli('books statement --date 2026-02-30')).toMatchObject({ code: 2 });
  const late = await shop.db
    .updateTable('payout')
    .set({ late_at: new Date() })
    .where('status', '=', 'paid')
    .returning('merchant_id')
    .executeTakeFirstOrThrow();
  await makePayable(shop.db, late.merchant_id, -500);
  const withDebt = await cli('books check');
  expect(withDebt).toMatchObject({ code: 0 });
  expect(withDebt.out).toContain(
    `The books are right.\nMerchant ${late.merchant_id} owes the shop ₦5 after a late payout.\n`,
  );
  const { merchantId } = await createPayee(shop, null);
  await makePayable(shop.db, merchantId, -500);
  await shop.db
    .updateTable('payout')
    .set({ fee_kobo: 7 as never })
    .where('status', '=', 'paid')
    .execute();
  expect((await cli('books check')).error).toBe(
    'Payouts: bank is -₦5,000.50 instead of -₦5,000.57.\nPayouts: fees is ₦0 instead of ₦0.07.\n' +
      `Merchant ${merchantId} was paid ₦5 more than it was owed.\n`,
  );
});
