import { getDeskSession, signOutOfDesk } from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import type { DeskSession } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import { accessOf, type MerchantArea, type OperatorArea, type Staff } from '@sokuwa/contract/staff/roles.ts';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from './api.ts';

const SESSION_STALE_MS = 60_000;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<DeskSession> => api.call(getDeskSession, { signal }),
  staleTime: SESSION_STALE_MS,
  refetchOnWindowFocus: true,
});

export const useSession = (): DeskSession => useSuspenseQuery(sessionQuery).data;

/** Where somebody works: for one merchant, or as an operator. */
export type Workplace = DeskSession['memberships'][number];
export type StoreMembership = Extract<Workplace, { of: 'merchant' }>;

/** The membership in a merchant; undefined if this person does not work for it. */
export const findStore = ({ memberships }: DeskSession, storeId: number): StoreMembership | undefined =>
  memberships.find((place): place is StoreMembership => place.of === 'merchant' && place.merchant_id === storeId);

export const findOperator = ({ memberships }: DeskSession): Extract<Workplace, { of: 'operator' }> | undefined =>
  memberships.find((place) => place.of === 'operator');

const toStaff = (place: Workplace): Staff =>
  place.of === 'merchant' ? { of: 'merchant', role: place.role } : { of: 'operator', role: place.role };

/** Whether somebody may read an area. Each call checks it too; pages leave out what would be refused. */
export const canRead = (place: Workplace, area: MerchantArea | OperatorArea): boolean =>
  accessOf(toStaff(place), area) !== 'none';
export const canWrite = (place: Workplace, area: MerchantArea | OperatorArea): boolean =>
  accessOf(toStaff(place), area) === 'write';

/** Ends the session on the server, and forgets everything that was read. */
export const signOut = async (queryClient: QueryClient): Promise<void> => {
  await api.call(signOutOfDesk, {});
  queryClient.clear();
};
