import { getSecondFactors, listDeskSessions } from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';

export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => api.call(getSecondFactors, { signal }),
});

export const deskSessionsQuery = queryOptions({
  queryKey: ['desk-sessions'],
  queryFn: ({ signal }) => api.call(listDeskSessions, { signal }),
});
