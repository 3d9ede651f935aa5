import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { tryAll } from './try-all.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const ENCRYPTION_KEY_BYTES = 32;
const VERSION = 'v1';

/** Names a key in a ciphertext, without revealing it. */
const idOfKey = (key: Buffer): string => hash('sha256', key, 'hex').slice(0, 12);

/** The ciphertext was changed, belongs to another row, or its key is none of ENCRYPTION_KEY. */
export class DecryptionError extends Error {}

/**
 * Encrypts values that the shop must be able to read again, such as the secrets of webhooks, with AES-256-GCM. The `context` names the table
 * and the row, such as `bank_account.details 4f…`: a ciphertext that was copied to another place cannot be decrypted there.
 */
export class Encryption {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: { id: string; key: Buffer };

  /** @param keys the first one encrypts, all decrypt; each has ENCRYPTION_KEY_BYTES */
  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    this.#keys = new Map(keys.map((key) => [idOfKey(key), key]));
    this.#current = { id: idOfKey(keys[0]), key: keys[0] };
  }

  /** @returns printable text: version, id of the key, and nonce, tag and encrypted text in base64url */
  encrypt(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#current.key, nonce).setAAD(Buffer.from(context));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const content = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    return `${VERSION}.${this.#current.id}.${content}`;
  }

  /**
   * @param context the same as for `encrypt`
   * @throws DecryptionError
   */
  decrypt(ciphertext: string, context: string): string {
    const [version, keyId = '', content = ''] = ciphertext.split('.');
    const key = this.#keys.get(keyId);
    if (version !== VERSION || !key)
      throw new DecryptionError(`${context} was encrypted with the key ${keyId}, which ENCRYPTION_KEY does not have`);
    const bytes = Buffer.from(content, 'base64url');
    try {
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new DecryptionError(`${context} cannot be decrypted: it was changed, or belongs to another row`, { cause });
    }
  }

  /** What the ciphertexts of the first key begin with. */
  get currentPrefix(): string {
    return `${VERSION}.${this.#current.id}.`;
  }
}

/**
 * Encrypts values again that an older key has encrypted, so that it can be removed from ENCRYPTION_KEY.
 * @param rows ciphertexts that do not begin with `currentPrefix`
 * @param contextOf where the value is, as for `encrypt`
 * @param replace stores the new ciphertext, unless the value was changed meanwhile
 * @throws AggregateError as `tryAll`, if some cannot be decrypted or stored
 */
export const encryptAgain = async <R extends { ciphertext: string }>(
  encryption: Encryption,
  rows: readonly R[],
  contextOf: (row: R) => string,
  replace: (row: R, ciphertext: string) => Promise<void>,
): Promise<void> => {
  await tryAll('values could not be encrypted with the current key', async (attempt) => {
    for (const row of rows) {
      const context = contextOf(row);
      await attempt(`the value of ${context}`, () =>
        replace(row, encryption.encrypt(encryption.decrypt(row.ciphertext, context), context)),
      );
    }
  });
};

const KEY_FILE = 'encryption.key';

/** Reads the key of the data folder. The first process creates it; of two at once, both read that of one. */
const readGeneratedKey = async (dataDir: string): Promise<Buffer> => {
  const path = join(dataDir, KEY_FILE);
  const read = async () => Buffer.from(await readFile(path, 'utf8'), 'base64');
  try {
    return await read();
  } catch {
    await mkdir(dataDir, { recursive: true });
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    await writeFile(draft, `${randomBytes(ENCRYPTION_KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    // Unlike a rename, a link does not replace the file of another process.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
    return read();
  }
};

/**
 * Opens the encryption with the keys of the settings. Without any, outside production, a key is generated and stored in the data folder.
 * @returns undefined in production without ENCRYPTION_KEY: what must be encrypted is refused then
 */
export const openEncryption = async ({
  encryptionKeys: [first, ...others],
  production,
  dataDir,
}: Pick<Config, 'encryptionKeys' | 'production' | 'dataDir'>): Promise<Encryption | undefined> => {
  if (first) return new Encryption([first, ...others]);
  return production ? undefined : new Encryption([await readGeneratedKey(dataDir)]);
};
