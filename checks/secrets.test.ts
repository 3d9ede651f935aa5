import { describe, expect, it } from 'vitest';
import { readText, trackedFiles } from './documents.ts';
import { findSecrets } from './secrets.ts';

/** What looks like a secret and is none. `text` is a part of it that the scan does not find in this file. */
const NO_SECRETS: readonly { file: string; text: string; reason: string }[] = [
  {
    file: 'prove/src/cluster/shop-nodes.ts',
    text: 'sokuwa:SHOP_PASSWORD@',
    reason: 'The placeholder of docs/cluster/shop.sql, which the proof uses as it is.',
  },
  {
    file: 'server/src/config.test.ts',
    text: 'user:hush@api.shop',
    reason: 'An invented password, in a URL that the settings refuse.',
  },
  {
    file: 'server/src/platform/public-fetch.test.ts',
    text: 'me:secret@outside.test',
    reason: 'An invented password, in a URL of a host that does not exist.',
  },
  {
    file: 'server/src/testing/s3-server.ts',
    text: 'wJalrXUtnFEMI',
    reason: 'The example key of the documentation of S3, for a server that tests start.',
  },
];

const MEDIA = /\.(?:br|ico|png|svg|webp|woff2)$/;

describe('the repository', () => {
  it('contains no secret', { timeout: 60_000 }, async () => {
    const texts = trackedFiles.filter((file) => !MEDIA.test(file));
    expect(texts.length).toBeGreaterThan(1000);
    const found = await Promise.all(
      texts.map(async (file) => (await findSecrets(file, readText(file))).map((secret) => ({ file, ...secret }))),
    );
    const secrets = found.flat();
    const isKnown = (secret: { file: string; text: string }) =>
      NO_SECRETS.some(({ file, text }) => file === secret.file && secret.text.includes(text));
    expect(secrets.filter((secret) => !isKnown(secret))).toEqual([]);
    expect(secrets.length).toBe(NO_SECRETS.length);
  });
});

describe('the scan', () => {
  // Written in parts, so that this file contains none of them.
  it.each([
    [
      'a private key',
      '-----BEGIN RSA',
      ` PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(8)}\n-----END RSA PRIVATE KEY-----`,
    ],
    ['a token of GitHub', 'const token = "ghp', `_${'a1B2c3D4'.repeat(4)}e5F6";`],
    ['a key of AWS', 'AWS_SECRET_ACCESS_KEY', `=${'wJalrXUtnFEMI/K7MDENG+bPxRfiCYzzzz'.padEnd(40, 'q')}`],
    ['a password in a URL', 'postgres', '://shop:Tr0ub4dor3xyz@db.example.com:5432/shop'],
    ['a key of Paystack', 'PAYSTACK_SECRET_KEY=sk', `_live_${'0a'.repeat(20)}`],
  ])('finds %s', async (_, start, end) => {
    expect(await findSecrets('src/file.ts', start + end)).not.toEqual([]);
  });

  it('finds nothing in harmless text', async () => {
    expect(await findSecrets('src/file.ts', 'const secretKey = readSettings().PAYSTACK_SECRET_KEY;\n')).toEqual([]);
  });
});
