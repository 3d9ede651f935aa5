import * as calls from '@sokuwa/contract/payouts/payouts.endpoints.ts';
import { PAYOUTS_PAGE_SIZE } from '@sokuwa/contract/payouts/payouts.rules.ts';
import * as schemas from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { selectMerchantBalances } from '../ledger/index.ts';
import { cutPage, linkPage } from '../platform/paging.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import {
  type BankAccountDeps,
  changeBankAccount,
  readBankAccounts,
  revokeBankAccountChange,
} from './bank-account.service.ts';
import { presentBankAccounts, presentEntry, presentPayout } from './payouts.present.ts';
import { selectMerchantPayouts, selectPayout } from './payouts.sql.ts';
import { formatStatement, readPayoutEntries, readStatement } from './statement.service.ts';

const balanceRoutes = (app: FastifyInstance, { db, apiUrl }: Pick<ShopParts, 'db' | 'apiUrl'>): void => {
  serve(app, calls.getBalance, { response: schemas.balance }, async ({ merchantId }) => {
    const { merchant, payable, payouts } = await selectMerchantBalances(db, merchantId);
    return { pending: merchant / 100, payable: payable / 100, on_the_way: payouts / 100 };
  });
  serve(
    app,
    calls.listPayouts,
    { query: schemas.payoutsQuery, response: schemas.payoutPage },
    async ({ merchantId, query }) => {
      const rows = await selectMerchantPayouts(db, merchantId, { after: query.cursor, limit: PAYOUTS_PAGE_SIZE + 1 });
      const page = cutPage(rows.map(presentPayout), PAYOUTS_PAGE_SIZE, ({ id }) => id);
      return linkPage(apiUrl + calls.listPayouts.path, {}, page);
    },
  );
  serve(
    app,
    calls.getPayout,
    { params: schemas.payoutId, response: schemas.payoutDetail },
    async ({ merchantId, params: { id } }) => {
      const row = await selectPayout(db, id, merchantId);
      if (!row) return refuse('not_found');
      return { ...presentPayout(row), entries: (await readPayoutEntries(db, row)).map(presentEntry) };
    },
  );
  serve(
    app,
    calls.getStatement,
    { query: schemas.statementQuery, response: schemas.statement },
    async ({ merchantId, query: { cursor, ...days } }) => {
      const page = await readStatement(db, merchantId, { ...days, before: cursor });
      return linkPage(apiUrl + calls.getStatement.path, days, { ...page, results: page.results.map(presentEntry) });
    },
  );
  serve(
    app,
    calls.downloadStatement,
    { query: schemas.statementFileQuery, response: csvText },
    ({ merchantId, query }) => formatStatement(db, merchantId, query),
  );
};

const bankAccountRoutes = (app: FastifyInstance, deps: BankAccountDeps): void => {
  serve(app, calls.getBankAccount, { response: schemas.bankAccount }, async ({ merchantId }) => {
    const accounts = await readBankAccounts(deps, merchantId);
    return isRefused(accounts) ? accounts : presentBankAccounts(accounts);
  });
  serve(
    app,
    calls.changeBankAccount,
    { body: schemas.newBankAccount, response: schemas.bankAccount },
    async ({ merchantId, body }) => {
      const account = { bankCode: body.bank_code, accountNumber: body.account_number };
      const accounts = await changeBankAccount(deps, merchantId, account);
      return isRefused(accounts) ? accounts : presentBankAccounts(accounts);
    },
  );
  serve(app, calls.revokeBankAccountChange, { response: schemas.bankAccount }, async ({ merchantId }) => {
    const accounts = await revokeBankAccountChange(deps, merchantId, { dryRun: false });
    return isRefused(accounts) ? accounts : presentBankAccounts(accounts);
  });
};

/** Endpoints for merchants. */
export const payoutRoutes = (app: FastifyInstance, deps: BankAccountDeps & Pick<ShopParts, 'apiUrl'>): void => {
  balanceRoutes(app, deps);
  bankAccountRoutes(app, deps);
};
