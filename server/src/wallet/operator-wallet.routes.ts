import { randomUUID } from 'node:crypto';
import { keyHeaders } from '@sokuwa/contract/operators/acts.schemas.ts';
import * as calls from '@sokuwa/contract/wallet/operator-wallet.endpoints.ts';
import * as schemas from '@sokuwa/contract/wallet/operator-wallet.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { actLive } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import { giveCredit } from './wallet.service.ts';

/** What operators do with wallets. */
export const operatorWalletRoutes = (app: FastifyInstance, { db }: { db: Database }): void => {
  serve(
    app,
    calls.giveCredit,
    { headers: keyHeaders, body: schemas.newCredit, response: schemas.creditGiven },
    async ({ actor, headers, body: { email, amount, reason } }) => {
      const key = headers['idempotency-key'] ?? randomUUID();
      const given = await giveCredit(db, email, { amount, key }, actLive(actor, reason));
      return isRefused(given) ? given : { balance: given.balance / 100 };
    },
  );
};
