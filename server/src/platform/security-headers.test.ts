import { expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { securityHeaders } from './security-headers.ts';

const headersOf = (publicUrl: string | undefined, apiUrl = '/backend') =>
  securityHeaders({ publicUrl, port: 3000, apiUrl } as Config);

it('a shop behind TLS tells browsers to use TLS for a year, also for its subdomains', () => {
  expect(headersOf('https://shop.example')['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  for (const publicUrl of ['http://localhost:3000', undefined])
    expect(headersOf(publicUrl)).not.toHaveProperty('strict-transport-security');
});

it('no response can be sniffed, framed, or used by another site', () => {
  expect(headersOf('https://shop.example')).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});

it('the pages of the shop may read the responses of an API on another origin, and no page may otherwise', {
  tags: ['@API-32'],
}, () => {
  expect(headersOf('https://shop.example', 'https://api.shop.example')).toMatchObject({
    'access-control-allow-origin': 'https://shop.example',
    'access-control-expose-headers': '*',
  });
  for (const apiUrl of ['/backend', '/v1', 'https://shop.example/v1'])
    expect(headersOf('https://shop.example', apiUrl)).not.toHaveProperty('access-control-allow-origin');
});
