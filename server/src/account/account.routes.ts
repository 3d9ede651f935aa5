import { getProfile, logOut } from '@sokuwa/contract/account/account.endpoints.ts';
import * as schemas from '@sokuwa/contract/account/account.schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database.ts';
import { refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import { closeSession } from '../platform/sessions.ts';
import { presentProfile } from './account.present.ts';
import { selectAccount } from './account.sql.ts';

export const accountRoutes = (app: FastifyInstance, { db }: { db: Database }): void => {
  serve(app, getProfile, { answer: schemas.profile }, async ({ account }) => {
    const row = await selectAccount(db, account);
    // An account takes its sessions with it when it goes.
    return row ? presentProfile(row) : refuse('token_invalid');
  });
  serve(app, logOut, { answer: schemas.done }, async ({ session }) => {
    await closeSession(db, session);
    return { message: 'Logged out.' };
  });
};
