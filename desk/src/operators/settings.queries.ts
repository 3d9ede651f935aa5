import { listJobs } from '@sokuwa/contract/operators/jobs.endpoints.ts';
import type { JobsQuery } from '@sokuwa/contract/operators/jobs.schemas.ts';
import { getExamination, getSettings } from '@sokuwa/contract/operators/settings.endpoints.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';

export const settingsQuery = queryOptions({
  queryKey: ['market', 'settings'],
  queryFn: ({ signal }) => api.call(getSettings, { signal }),
});

/** What the doctor finds. It takes some seconds, and the server examines at most once a minute. */
export const examinationQuery = queryOptions({
  queryKey: ['market', 'doctor'],
  queryFn: ({ signal }) => api.call(getExamination, { signal }),
  staleTime: 60_000,
});

/** Jobs that failed, page by page, newest first. */
export const jobsQuery = (query: Omit<JobsQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: ['market', 'jobs', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(listJobs, { query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });
