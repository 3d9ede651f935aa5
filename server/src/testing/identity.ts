import { beginIdentityLogin, IDENTITY_CALLBACK_PAGE } from '@sokuwa/contract/account/identity.endpoints.ts';
import type { IdentityCallback } from '@sokuwa/contract/account/identity.schemas.ts';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import type { Browser } from './browser.ts';

/** The page of the sandbox's provider where people say who they are. */
export const PEOPLE = '/sandbox/identity/people';

/** What a free entry says; what a test does not say is made up. */
export const somebody = (words: Record<string, string>): Record<string, string> => ({
  name: 'Ada Obi',
  verified: 'on',
  ...words,
});

/**
 * Walks from the shop to the sandbox's provider, says something there, and goes on to the shop's page for answers.
 * @param words of the provider's form
 * @param next where the visitor came from
 * @returns the provider's answer, which that page would send
 */
export const askProvider = async (
  browser: Browser,
  words: Record<string, string>,
  next?: string,
): Promise<IdentityCallback> => {
  const begin = API_PREFIX + beginIdentityLogin.path;
  const begun = await browser.get(next === undefined ? begin : `${begin}?next=${encodeURIComponent(next)}`);
  await browser.follow(await browser.get(begun.json().authorization_url), PEOPLE);
  const told = await browser.postForm(PEOPLE, words);
  const { searchParams } = await browser.follow(told, IDENTITY_CALLBACK_PAGE);
  return Object.fromEntries(searchParams);
};
