import { beginIdentityLogin, IDENTITY_CALLBACK_PAGE } from '@sokuwa/contract/account/identity.endpoints.ts';
import type { IdentityCallback } from '@sokuwa/contract/account/identity.schemas.ts';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import type { Browser } from './browser.ts';

/** The page of the sandbox identity provider where a person is chosen or entered. */
export const PEOPLE_PAGE = '/sandbox/identity/people';

/** The form that enters a new person at the sandbox identity provider. `fields` replaces the defaults. */
export const personForm = (fields: Record<string, string>): Record<string, string> => ({
  name: 'Ada Obi',
  verified: 'on',
  ...fields,
});

/**
 * Begins a login at the shop, submits the form of the sandbox identity provider, and follows it to the shop's callback page.
 * @param fields of the provider's form
 * @param next the page to which the login returns
 * @returns the callback's parameters, which that page sends to the shop
 */
export const signInAtProvider = async (
  browser: Browser,
  fields: Record<string, string>,
  next?: string,
): Promise<IdentityCallback> => {
  const path = API_PREFIX + beginIdentityLogin.path;
  const started = await browser.get(next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`);
  await browser.follow(await browser.get(started.json().authorization_url), PEOPLE_PAGE);
  const redirect = await browser.postForm(PEOPLE_PAGE, fields);
  const { searchParams } = await browser.follow(redirect, IDENTITY_CALLBACK_PAGE);
  return Object.fromEntries(searchParams);
};
