import { IDENTITY_CALLBACK_PAGE } from '@sokuwa/contract/account/identity.endpoints.ts';
import { type Config, publicUrlOf } from '../../config.ts';
import { OidcIdentity } from './oidc.identity.ts';
import { SandboxIdentity } from './sandbox.identity.ts';

/** Opens the configured OpenID Connect provider, otherwise the sandbox's. Nothing is loaded before the first sign-in. */
export const openIdentity = (config: Config): OidcIdentity => {
  const publicUrl = publicUrlOf(config);
  const redirectUri = publicUrl + IDENTITY_CALLBACK_PAGE;
  return config.identity
    ? new OidcIdentity({ ...config.identity, redirectUri })
    : new SandboxIdentity({ issuer: `${publicUrl}/sandbox/identity`, redirectUri });
};
