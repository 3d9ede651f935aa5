import { getExchangeRate, listCities, listCountries, listRegions } from '@sokuwa/contract/geo/geo.endpoints.ts';
import {
  citiesQuery,
  country,
  exchangeRate,
  exchangeRateQuery,
  place,
  regionsQuery,
} from '@sokuwa/contract/geo/geo.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '../platform/refusal.ts';
import type { ResponseCache } from '../platform/response-cache.ts';
import { serve } from '../platform/routes.ts';
import { getConversion } from './geo.rules.ts';
import type { Geo } from './geo.service.ts';
import { findCities, findRegions } from './places.service.ts';

export const geoRoutes = (app: FastifyInstance, { geo, apiCache }: { geo: Geo; apiCache: ResponseCache }): void => {
  serve(app, listCountries, { response: z.array(country) }, () =>
    apiCache.getOrCreateJson('countries', () => geo.countries()),
  );
  serve(app, getExchangeRate, { query: exchangeRateQuery, response: exchangeRate }, ({ query }) =>
    apiCache.getOrCreateJson(`exchange-rate ${query.country_code}`, async (dependencies) => {
      const quote = await geo.quote(query.country_code);
      if (!quote) return refuse('unknown_country');
      dependencies.add(`rate ${quote.currency}`);
      const { prefix, decimals, microNaira } = getConversion(quote);
      return { currency: quote.currency, prefix, decimals, micro_naira: String(microNaira) };
    }),
  );
  serve(app, listRegions, { query: regionsQuery, response: z.array(place) }, ({ query }) =>
    apiCache.getOrCreateJson(`regions ${query.country_code}`, () => findRegions(geo, query.country_code)),
  );
  serve(app, listCities, { query: citiesQuery, response: z.array(place) }, ({ query }) =>
    apiCache.getOrCreateJson(`cities ${query.region_id}`, () => findCities(query.region_id)),
  );
};
