import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { SynonymList, SynonymsChange, SynonymsTrial, SynonymsTrialResult } from './synonyms.schemas.ts';

export const getSynonyms = endpoint<{ response: SynonymList }>()({
  method: 'GET',
  path: '/operator/synonyms/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'The synonyms of the search',
  refusals: [...signedInRefusals],
});

/**
 * Searches use the new list within a second. `invalid_input` names the lines that are wrong in `errors.list`. A list that somebody has changed
 * meanwhile is `synonyms_changed`, with the present one in `current`, unless it is what is requested already.
 */
export const changeSynonyms = endpoint<{ body: SynonymsChange; response: SynonymList }>()({
  method: 'PUT',
  path: '/operator/synonyms/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Replace the synonyms of the search',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'synonyms_changed'],
});

/** Changes nothing. */
export const trySynonyms = endpoint<{ body: SynonymsTrial; response: SynonymsTrialResult }>()({
  method: 'POST',
  path: '/operator/synonyms/try/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'What a search finds with another list of synonyms',
  refusals: [...apiWriteRefusals, ...bodyRefusals],
});
