import { type Config, getBaseUrls, getForeignOrigin, getPublicUrl } from '../config.ts';

/**
 * The security headers of every response. Pages replace the content security policy by one that allows their scripts
 * (docs/decisions/response-cache.md).
 */
export const securityHeaders = (config: Config): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  ...(config.publicUrl?.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }),
  ...getAccessHeaders(config),
});

/** Lets the pages of the shop, and no other site, read the responses of an API on another origin. Cookies are not sent there. */
const getAccessHeaders = (config: Config): Record<string, string> =>
  getForeignOrigin(getBaseUrls(config).api) === undefined
    ? {}
    : {
        'access-control-allow-origin': new URL(getPublicUrl(config)).origin,
        'access-control-expose-headers': '*',
      };

/** Security headers that only apply to documents. */
export const DOCUMENT_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
} as const;
