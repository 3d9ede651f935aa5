import { IDENTITY_CALLBACK_PAGE } from '@sokuwa/contract/account/identity.endpoints.ts';
import { type Config, getPublicUrl } from '../../config.ts';
import { OidcIdentity } from './oidc.identity.ts';
import { SandboxIdentity } from './sandbox.identity.ts';

/**
 * Opens the configured OpenID Connect provider, otherwise the sandbox's. Nothing is loaded before the first sign-in.
 * @returns undefined if the shop has no sign-in with a provider (ACCOUNT-32)
 */
export const openIdentity = (config: Config): OidcIdentity | undefined => {
  const publicUrl = getPublicUrl(config);
  const redirectUri = publicUrl + IDENTITY_CALLBACK_PAGE;
  if (config.identity) return new OidcIdentity({ ...config.identity, redirectUri });
  if (!config.sandbox.identity) return undefined;
  return new SandboxIdentity({ issuer: `${publicUrl}/sandbox/identity`, redirectUri });
};
