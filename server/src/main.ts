import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { synonymsFile } from '@sokuwa/catalog/market.ts';
import { IDENTITY_CALLBACK_PAGE } from '@sokuwa/contract/account/identity.endpoints.ts';
import { brand } from '@sokuwa/contract/brand.ts';
import { keepDemoAccount } from './account/index.ts';
import { buildApp, buildWorkerApp, returnUrlOf } from './app.ts';
import { openSearch, parseSynonyms, seedMarket } from './catalog/index.ts';
import { type Config, ConfigError, publicUrlOf, readConfig } from './config.ts';
import { Geo, keepRatesFresh } from './geo/index.ts';
import { mailWork } from './mail/index.ts';
import { MessageFeed, messageWorks } from './messages/index.ts';
import type { Watched } from './operations/index.ts';
import { orderWorks } from './orders/index.ts';
import { listenForChanges } from './platform/changes.ts';
import { type Database, openDatabase, openPool } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrateJobs, openJobs } from './platform/jobs.ts';
import { migrate } from './platform/migrations.ts';
import { Replica, readsFrom } from './platform/reads.ts';
import { ResponseCache } from './platform/response-cache.ts';
import { OidcIdentity } from './ports/identity/oidc.identity.ts';
import { SandboxIdentity } from './ports/identity/sandbox.identity.ts';
import type { MailPort } from './ports/mail/mail.port.ts';
import { SandboxMail } from './ports/mail/sandbox.mail.ts';
import { openMedia } from './ports/media/open-media.ts';
import { Renditions } from './ports/media/renditions.ts';
import { openPayments } from './ports/payments/open-payments.ts';
import { SandboxPayments } from './ports/payments/sandbox.payments.ts';
import { LiveRates } from './ports/rates/live.rates.ts';
import { SnapshotRates } from './ports/rates/snapshot.rates.ts';
import { DhlShipping } from './ports/shipping/dhl.shipping.ts';
import { TableShipping } from './ports/shipping/table.shipping.ts';
import { savedWork } from './saved/index.ts';
import { prepareShop } from './seed.ts';
import { supportWorks } from './support/index.ts';

// The heap may double before the whole of it is collected. Most of what the shop holds lies outside it, the bytes of pages
// and answers; V8 sees little being allocated inside, and would collect it all for every few pages (docs/decisions/rendered-pages.md).
setFlagsFromString('--heap-growing-percent=100');

const BUILT_PAGES = fileURLToPath(new URL('../../web/dist/', import.meta.url));
/** Milliseconds for which a finished answer or page may be sent again. */
const ANSWER_LIFETIME = 5_000;

const loadPages = async (dev: boolean, threads: number) => {
  // Only the one that is used is loaded: the development pages pull in the whole build tool.
  if (dev) return (await import('./pages/dev-pages.ts')).devPages();
  return (await import('./pages/built-pages.ts')).builtPages(BUILT_PAGES, threads);
};

/** Whatever brings the mail; only what is used is loaded. */
const openMail = async ({ mail: { smtpUrl, from } }: Config, db: Database): Promise<MailPort> => {
  if (smtpUrl === undefined) return new SandboxMail(db);
  const { SmtpMail } = await import('./ports/mail/smtp.mail.ts');
  return new SmtpMail(smtpUrl, from);
};

/** The figures of this node, where they are asked for; only then what makes them is loaded. */
const openFigures = async ({ host, metricsPort: port }: Config, watched: Watched) => {
  if (port === undefined) return undefined;
  const { openMetrics, serveMetrics } = await import('./operations/index.ts');
  const metrics = openMetrics(watched);
  return { counter: metrics.counter, serve: () => serveMetrics(metrics, { host, port }) };
};

/** Whoever vouches for people; nothing is loaded before the first of them signs in. */
const openIdentity = ({ identity }: Config, shopUrl: string): OidcIdentity => {
  const redirectUri = shopUrl + IDENTITY_CALLBACK_PAGE;
  if (identity) return new OidcIdentity({ ...identity, redirectUri });
  return new SandboxIdentity({ issuer: `${shopUrl}/sandbox/identity`, redirectUri });
};

/** Stops the shop: what is at hand is finished first. @param drain whether it goes on serving for DRAIN_SECONDS before */
type Stop = (drain: boolean) => Promise<void>;

/** Starts the shop and returns how to stop it. */
const run = async (config: Config, mode: { dev: boolean; seedOnly: boolean }): Promise<Stop> => {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ folder: join(config.dataDir, 'postgres') });
  const connection = config.databaseUrl ?? embedded?.connection ?? '';
  const report = (error: unknown) =>
    process.stderr.write(`database: ${error instanceof Error ? error.message : error}\n`);
  const pool = openPool(connection, config.databaseConnections, report);
  // What was opened, each closed before what it stands on; the database stops when nobody uses it any more.
  const opened: (() => Promise<unknown>)[] = [async () => embedded?.stop(), () => pool.end()];
  const close = async () => {
    const failures: unknown[] = [];
    for (const part of opened.splice(0).reverse()) await part().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    await migrate(pool);
    await migrateJobs(pool);
    const db = openDatabase(pool);
    const media = await openMedia(config);
    await prepareShop(db, media, new SnapshotRates());
    // A production shop gets its own catalogue by import, never a demo by surprise.
    if (mode.seedOnly || !config.production) {
      const products = await seedMarket(db, media);
      if (products > 0) process.stdout.write(`The demo market is set up: ${products} products.\n`);
      else if (mode.seedOnly) process.stdout.write('The shop has a catalogue already; nothing was changed.\n');
    }
    if (mode.seedOnly) return close;
    await keepDemoAccount(db, config.sandbox);

    const mail = await openMail(config, db);
    opened.push(() => mail.close());
    const address = publicUrlOf(config);
    const identity = openIdentity(config, address);
    const payments = openPayments(config, db, address);
    const standIns = {
      mailbox: mail instanceof SandboxMail ? mail : undefined,
      identity: identity instanceof SandboxIdentity ? identity : undefined,
      payments: payments instanceof SandboxPayments ? payments : undefined,
    };
    const sandbox = config.sandbox ? standIns : undefined;
    const geo = new Geo(db, config.defaultCountry);
    const answers = new ResponseCache(config.cacheBytes / 2, ANSWER_LIFETIME);
    // While pages are worked on, none is kept.
    const cache = new ResponseCache(mode.dev ? 0 : config.cacheBytes / 2, ANSWER_LIFETIME);
    const renditions = new Renditions(media, { workers: config.pictureWorkers });
    const replica =
      config.databaseReadUrl && config.role !== 'worker'
        ? new Replica({
            connection: config.databaseReadUrl,
            size: config.databaseConnections,
            primary: db,
            report: (text, err) => app.log.warn({ err }, text),
          })
        : undefined;
    if (replica) opened.push(() => replica.stop());
    const reads = replica?.reads ?? readsFrom(db);
    const search = openSearch(reads, parseSynonyms(await readFile(synonymsFile, 'utf8')));
    const shipping = config.dhl ? new DhlShipping(config.dhl) : new TableShipping(config.shippingSurcharge);
    const feed = new MessageFeed(db, connection, report);
    const figures = await openFigures(config, { pool, db, caches: { answers, pages: cache }, report });
    const counter = figures?.counter;
    const openApp = async () =>
      buildApp({
        config,
        db,
        reads,
        geo,
        search,
        answers,
        media,
        renditions,
        identity,
        shipping,
        payments,
        feed,
        sandbox,
        pages: { pages: await loadPages(mode.dev, config.renderThreads), cache },
        counter,
      });
    const app = config.role === 'worker' ? buildWorkerApp({ config, db, counter }) : await openApp();
    opened.push(() => app.close());
    const forget = () => {
      // Before anything is read again.
      replica?.follow();
      geo.forget();
      answers.clear();
      cache.clear();
    };
    if (config.role !== 'worker') {
      const changes = listenForChanges(connection, forget, (error) =>
        app.log.warn({ err: error }, 'not hearing of changes'),
      );
      opened.push(() => changes.stop());
    }
    if (config.exchangeRatesUrl && config.role !== 'web') {
      const rates = keepRatesFresh(db, new LiveRates(config.exchangeRatesUrl), (error) =>
        app.log.warn({ err: error }, 'no new exchange rates; the last ones stay'),
      );
      opened.push(() => rates.stop());
    }
    const jobs = await openJobs({
      pool,
      connection,
      works: [
        mailWork({ mail, shopUrl: address }),
        ...messageWorks({ db, shopUrl: address }),
        ...supportWorks({ db, mail, shopUrl: address }),
        ...orderWorks({ db, payments, returnUrl: returnUrlOf(config), log: app.log }),
        savedWork({ db, shopUrl: address }),
      ],
      report: (error, job) => {
        if (job) app.log.warn({ err: error, job }, 'a job failed');
        else app.log.warn({ err: error }, 'trouble with the line of jobs');
      },
    });
    opened.push(() => jobs.stop());
    const served = await figures?.serve();
    if (served) opened.push(() => served.close());
    await app.listen({ host: config.host, port: config.port });
    // Without `start` a node queues jobs, and leaves them to others.
    if (config.role !== 'web') await jobs.start();
    if (config.role === 'worker')
      process.stdout.write(`${brand.name} works its jobs; ${config.host}:${config.port}/readyz says whether it can.\n`);
    else {
      process.stdout.write(`${brand.name} is open:\n  shop     ${address}\n  API      ${address}/backend/docs\n`);
      if (config.sandbox) process.stdout.write(`  sandbox  ${address}/sandbox\n`);
    }
    return async (drain) => {
      app.leaving = true;
      if (drain) await wait(config.drainSeconds * 1000);
      await close();
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const main = async (): Promise<void> => {
  const mode = { dev: process.argv.includes('--dev'), seedOnly: process.argv.includes('--seed') };
  const starting = run(readConfig(process.env), mode);
  if (mode.seedOnly) return (await starting)(false);
  let asked = 0;
  const end = (signal: NodeJS.Signals) => {
    // A second Ctrl-C means it; one that comes at once is the same one, by way of the terminal and of npm. Supervisors that
    // mean it have SIGKILL.
    if (asked > 0) {
      if (signal === 'SIGINT' && performance.now() - asked > 1000) process.exit(130);
      return;
    }
    asked = performance.now();
    // One who changes their mind while the shop opens gets it opened and closed: half a start is hard to clean up.
    starting
      // Who presses Ctrl-C has no balancer before the shop.
      .then((stop) => stop(signal === 'SIGTERM'))
      .then(
        () => process.exit(0),
        (error) => {
          process.stderr.write(`The shop did not stop cleanly: ${error}\n`);
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  await starting;
};

try {
  await main();
} catch (error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if (code === 'EADDRINUSE')
    process.stderr.write('The port is taken: stop the other program, or set PORT to another one.\n');
  else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}
