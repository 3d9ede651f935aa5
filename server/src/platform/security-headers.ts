import type { Config } from '../config.ts';

/**
 * The security headers of every response. Pages replace the content security policy by one that allows their scripts
 * (docs/decisions/response-cache.md).
 */
export const securityHeaders = ({ publicUrl }: Config): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

/** Security headers that only apply to documents. */
export const DOCUMENT_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
} as const;
