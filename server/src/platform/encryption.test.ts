import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DecryptionError, ENCRYPTION_KEY_BYTES, Encryption, encryptAgain, openEncryption } from './encryption.ts';

const newKey = () => randomBytes(ENCRYPTION_KEY_BYTES);
const encryption = new Encryption([newKey()]);
const ROW = 'bank_account.details 7';

describe('an encrypted value', { tags: ['@SETTING-24'] }, () => {
  it('is decrypted to the same text, and differs each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        const ciphertext = encryption.encrypt(text, context);
        expect(encryption.decrypt(ciphertext, context)).toBe(text);
        expect(ciphertext).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]+$/);
        expect(encryption.encrypt(text, context)).not.toBe(ciphertext);
      }),
    );
  });

  it('cannot be moved to another row', () => {
    const ciphertext = encryption.encrypt('secret', ROW);
    expect(() => encryption.decrypt(ciphertext, 'bank_account.details 8')).toThrow(DecryptionError);
  });

  it('cannot be changed', () => {
    const ciphertext = encryption.encrypt('a secret', ROW);
    const start = ciphertext.lastIndexOf('.') + 1;
    // The last character of base64url may have unused bits.
    for (let at = start; at < ciphertext.length - 1; at++) {
      const other = ciphertext[at] === 'A' ? 'B' : 'A';
      const changed = ciphertext.slice(0, at) + other + ciphertext.slice(at + 1);
      expect(() => encryption.decrypt(changed, ROW)).toThrow(DecryptionError);
    }
    for (const broken of ['', 'v1', ciphertext.slice(0, start), ciphertext.slice(0, start + 30), `x${ciphertext}`])
      expect(() => encryption.decrypt(broken, ROW)).toThrow(DecryptionError);
  });

  it('is readable with any of several keys, and is written with the first', () => {
    const [oldKey, key] = [newKey(), newKey()];
    const [before, during, after] = [
      new Encryption([oldKey]),
      new Encryption([key, oldKey]),
      new Encryption([key]),
    ] as const;
    const old = before.encrypt('secret', ROW);
    expect(during.decrypt(old, ROW)).toBe('secret');
    expect([before, during, after].map(({ currentPrefix }) => old.startsWith(currentPrefix))).toEqual([
      ...[true, false, false],
    ]);
    expect(() => after.decrypt(old, ROW)).toThrow('which ENCRYPTION_KEY does not have');
  });

  it('is encrypted again with the first key, also beside values that cannot be decrypted', async () => {
    const [oldKey, key] = [newKey(), newKey()];
    const old = new Encryption([oldKey]).encrypt('secret', ROW);
    const lost = new Encryption([newKey()]).encrypt('lost', ROW);
    const renewed: string[] = [];
    const again = encryptAgain(
      new Encryption([key, oldKey]),
      [{ ciphertext: lost }, { ciphertext: old }],
      () => ROW,
      async (_, ciphertext) => void renewed.push(ciphertext),
    );
    await expect(again).rejects.toThrow('values could not be encrypted with the current key');
    const after = new Encryption([key]);
    expect(renewed.map((ciphertext) => after.decrypt(ciphertext, ROW))).toEqual(['secret']);
    expect(renewed[0]?.startsWith(after.currentPrefix)).toBe(true);
  });
});

describe('without ENCRYPTION_KEY', { tags: ['@SETTING-24'] }, () => {
  let dataDir = '';
  beforeAll(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'sokuwa-key-')), 'data');
  });
  afterAll(() => rm(join(dataDir, '..'), { recursive: true }));

  it('outside production, processes that start at once share a generated key, readable by their user alone', async () => {
    const open = () => openEncryption({ encryptionKeys: [], production: false, dataDir });
    const opened = await Promise.all(Array.from({ length: 8 }, open));
    const ciphertext = opened[0]?.encrypt('secret', ROW) ?? '';
    for (const one of [...opened, await open()]) expect(one?.decrypt(ciphertext, ROW)).toBe('secret');
    expect(await readdir(dataDir)).toEqual(['encryption.key']);
    expect((await stat(join(dataDir, 'encryption.key'))).mode & 0o777).toBe(0o600);
  });

  it('in production there is no encryption', async () => {
    expect(await openEncryption({ encryptionKeys: [], production: true, dataDir })).toBeUndefined();
    const configured = await openEncryption({ encryptionKeys: [newKey()], production: true, dataDir });
    expect(configured).toBeInstanceOf(Encryption);
  });
});
