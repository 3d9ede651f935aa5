import { listAudit } from '@sokuwa/contract/operators/operators.endpoints.ts';
import type { AuditQuery } from '@sokuwa/contract/operators/operators.schemas.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';

/** Entries page by page, newest first. */
export const auditQuery = (query: Omit<AuditQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: ['market', 'audit', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(listAudit, { query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });
