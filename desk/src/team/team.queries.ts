import { queryOptions } from '@tanstack/react-query';
import type { TeamDesk } from './team-desk.ts';

export const teamQuery = ({ queryKey, read }: Pick<TeamDesk, 'queryKey' | 'read'>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read(signal) });
