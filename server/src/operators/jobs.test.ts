import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueMail } from '../mail/index.ts';
import { mailWorkers } from '../mail/mail.service.ts';
import { openPool } from '../platform/database.ts';
import { openJobs } from '../platform/jobs.ts';
import { advanceJobs } from '../testing/advance-jobs.ts';
import { signInOperator } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let headers: { authorization: string };
beforeAll(async () => {
  shop = await openTestShop();
  headers = await signInOperator(shop);
});
afterAll(() => shop.close());

const get = (path: string) => shop.app.inject({ url: `/backend/operator/jobs/${path}`, headers });
const retry = (id: string) =>
  shop.app.inject({
    method: 'POST',
    url: `/backend/operator/jobs/${id}/retry/`,
    headers,
    payload: { reason: 'It works again' },
  });
/** Runs the mail jobs of a shop whose mail server is away. */
const failMails = async () => {
  const pool = openPool(shop.connection, 2, () => undefined);
  const port = {
    send: async () => {
      throw new Error('connect ECONNREFUSED');
    },
    close: async () => undefined,
  };
  const workers = mailWorkers({ mail: port, publicUrl: 'http://shop.test' });
  const jobs = openJobs({ pool, connection: shop.connection, workers, report: () => undefined });
  await jobs.runDue();
  await jobs.stop();
  await pool.end();
};
const auditOf = (id: string) =>
  shop.db.selectFrom('audit_entry').select(['action', 'reason', 'after']).where('subject', '=', `job ${id}`).execute();

describe('mails that could not be sent', { tags: ['@OPERATOR-20'] }, () => {
  it('are listed without their text, and sent again at once', async () => {
    const link = 'http://shop.test/verify-email/Mg/secret';
    await queueMail(shop.db, { kind: 'verify_email', to: 'ada@mail.test', first_name: 'Ada', link });
    expect((await get('')).json()).toEqual({ next: null, results: [] });
    await failMails();
    const response = await get('?kind=send_mail&state=retrying');
    const [mail] = response.json().results;
    expect(mail).toMatchObject({
      ...{ kind: 'send_mail', state: 'retrying', attempts: 1, error: 'Error: connect ECONNREFUSED' },
      mail: { kind: 'verify_email', to: 'ada@mail.test' },
    });
    expect(Date.parse(mail.next_attempt_at)).toBeGreaterThan(Date.now());
    expect(response.body).not.toContain('secret');
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await shop.mailbox.read('ada@mail.test')).toEqual([]);
    for (let time = 0; time < 2; time++)
      expect((await retry(mail.id)).json()).toEqual({ id: mail.id, kind: 'send_mail', is_due: true });
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await shop.mailbox.read('ada@mail.test')).toHaveLength(1);
    expect((await retry(mail.id)).json()).toMatchObject({ is_due: false });
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await shop.mailbox.read('ada@mail.test')).toHaveLength(1);
    expect((await get('')).json().results).toEqual([]);
    expect(await auditOf(mail.id)).toEqual(
      Array.from({ length: 2 }, () => ({
        action: 'jobs retry',
        reason: 'It works again',
        after: { kind: 'send_mail' },
      })),
    );
  });

  it('have another attempt after the last one too', async () => {
    await queueMail(shop.db, { kind: 'welcome', to: 'late@mail.test', first_name: 'Ada' });
    await sql`update pgboss.job set retry_limit = 1 where data ->> 'to' = 'late@mail.test'`.execute(shop.db);
    for (let attempt = 0; attempt < 2; attempt++) {
      await failMails();
      await advanceJobs(shop.db, 1_000_000);
    }
    const [mail] = (await get('?state=failed')).json().results;
    expect(mail).toMatchObject({ state: 'failed', attempts: 2, next_attempt_at: null });
    expect((await retry(mail.id)).json()).toMatchObject({ is_due: true });
    expect(await shop.jobs.runDue()).toEqual([]);
    expect(await shop.mailbox.read('late@mail.test')).toHaveLength(1);
  });
});

it('failed jobs are listed in pages', { tags: ['@OPERATOR-20', '@API-39'] }, async () => {
  await sql`
    insert into pgboss.job (id, name, state, data, created_on)
    select gen_random_uuid(), 'follow_returns', 'failed', '{}', timestamptz '2026-11-01' + (n / 3) * interval '1 microsecond'
    from generate_series(1, 120) n`.execute(shop.db);
  const seen: string[] = [];
  for (let next: string | null = '/backend/operator/jobs/?kind=follow_returns&state=failed'; next !== null; ) {
    const page: { results: { id: string }[]; next: string | null } = (
      await shop.app.inject({ url: next, headers })
    ).json();
    seen.push(...page.results.map(({ id }) => id));
    next = page.next;
  }
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
  for (const query of ['cursor=x', 'kind=A', 'state=done']) expectRefusal(await get(`?${query}`), 'invalid_input');
});

it('a job that waits for its first time is not retried, and an unknown one is refused', {
  tags: ['@OPERATOR-20'],
}, async () => {
  await queueMail(shop.db, { kind: 'welcome', to: 'new@mail.test', first_name: 'Ada' });
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where data ->> 'to' = 'new@mail.test'`.execute(shop.db);
  expect((await retry(rows[0]?.id ?? '')).json()).toMatchObject({ is_due: false });
  expectRefusal(await retry('00000000-0000-4000-8000-000000000000'), 'not_found');
});
