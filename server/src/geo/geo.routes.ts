import { listCountries } from '@sokuwa/contract/geo/geo.endpoints.ts';
import { country } from '@sokuwa/contract/geo/geo.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AnswerCache } from '../platform/answer-cache.ts';
import { serve } from '../platform/routes.ts';
import type { Geo } from './geo.service.ts';

export const geoRoutes = (app: FastifyInstance, { geo, answers }: { geo: Geo; answers: AnswerCache }): void => {
  serve(app, listCountries, { answer: z.array(country) }, () => answers.json('countries', () => geo.countries()));
};
