import type { DeskSession } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { isSignedOut } from './errors.ts';
import { sessionQuery } from './session.ts';

/**
 * The session, before a page is loaded. Without one, the sign-in is opened, which comes back.
 * @param next the address of the page
 */
export const requireSession = async (queryClient: QueryClient, next: string): Promise<DeskSession> => {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: next === '/' ? {} : { next } });
    throw error;
  }
};
