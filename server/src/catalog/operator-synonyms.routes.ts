import * as calls from '@sokuwa/contract/catalog/synonyms.endpoints.ts';
import * as schemas from '@sokuwa/contract/catalog/synonyms.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { actLive } from '../platform/audit.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './synonyms.service.ts';

/** What operators do with the synonyms of the search (SEARCH-18, SEARCH-19). */
export const operatorSynonymRoutes = (app: FastifyInstance, { db, search }: Pick<ShopParts, 'db' | 'search'>): void => {
  const response = schemas.synonyms;
  const builtIn = search.builtInSynonyms;
  serve(app, calls.getSynonyms, { response }, () => service.readSynonyms(db, builtIn));
  serve(
    app,
    calls.changeSynonyms,
    { body: schemas.synonymsChange, response },
    ({ actor, body: { reason, ...change } }) => service.changeSynonyms({ db, builtIn }, change, actLive(actor, reason)),
  );
  serve(app, calls.trySynonyms, { body: schemas.synonymsTrial, response: schemas.synonymsTrialResult }, ({ body }) =>
    service.trySynonyms(search, body),
  );
};
