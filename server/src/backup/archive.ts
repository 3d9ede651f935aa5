import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';

/** One file within an archive. */
export type Entry = { name: string; bytes: Buffer };

/** The archive is incomplete or invalid; the message is the end of a sentence for the operator. */
export class ArchiveError extends Error {}

/** The name of the last entry: an archive without it is truncated. */
const MANIFEST = 'manifest.json';
/** Maximum entry size in bytes. Each entry is held in memory; parts of tables and pictures are far smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The running checksum over entries. */
class Sum {
  readonly #hash = createHash('sha256');

  add({ name, bytes }: Entry): void {
    this.#hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Resolves when the entry is written to the stream (backpressure). */
const add = (tar: Pack, { name, bytes }: Entry): Promise<void> =>
  new Promise((resolve, reject) => {
    const sink = tar.entry({ name, size: bytes.length }, (error) => (error ? reject(error) : resolve()));
    sink.end(bytes);
  });

/**
 * Writes an archive: a tar file, compressed with Zstandard. The file gets its final name when it is complete.
 * @param manifestOf creates the manifest from the checksum of all entries
 * @throws errors of the file system and of `entries`; deletes the incomplete file
 */
export const writeArchive = async (
  file: string,
  entries: AsyncIterable<Entry>,
  manifestOf: (sum: string) => object,
): Promise<void> => {
  const unfinished = `${file}.unfinished`;
  const tar = pack();
  // The archive contains personal data and password hashes, so only its owner can read it.
  const target = createWriteStream(unfinished, { flags: 'w', mode: 0o600, flush: true });
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const writing = pipeline(tar, compress, target);
  // Awaited below; until then an error also rejects the next add().
  writing.catch(() => undefined);
  try {
    const sum = new Sum();
    for await (const entry of entries) {
      sum.add(entry);
      await add(tar, entry);
    }
    await add(tar, { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifestOf(sum.digest()))) });
    tar.finalize();
    await writing;
    await rename(unfinished, file);
  } catch (error) {
    tar.destroy();
    // Report the root cause: a write error such as a full disk appears here, its consequence above.
    const first = await writing.then(
      () => error,
      (broken: NodeJS.ErrnoException) => (broken.syscall ? broken : error),
    );
    await rm(unfinished, { force: true });
    throw first;
  }
};

/** @throws ArchiveError if the archive is incomplete; errors of the file system */
async function* entriesOf(file: string, onBytes: (count: number) => void): AsyncGenerator<Entry> {
  const tar = extract();
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  const reading = pipeline(createReadStream(file), counted, createZstdDecompress(), tar);
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (size > MAX_BYTES) throw new ArchiveError(`"${name}" in it is too large`);
      yield { name, bytes: await buffer(entry) };
    }
    await reading;
  } catch (error) {
    // Pass on errors of the file system; all others mean that the content is invalid.
    if (error instanceof ArchiveError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new ArchiveError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads an archive from start to end, with one entry in memory at a time.
 * @param take receives each entry except the manifest
 * @param onBytes called with the size of each chunk read
 * @returns the text of the manifest, and the checksum of the entries before it
 * @throws ArchiveError if the archive is incomplete; errors of the file system and of `take`
 */
export const readArchive = async (
  file: string,
  onBytes: (count: number) => void,
  take: (entry: Entry) => Promise<void> = async () => undefined,
): Promise<{ manifest: string; sum: string }> => {
  const sum = new Sum();
  let manifest: string | undefined;
  for await (const entry of entriesOf(file, onBytes)) {
    if (manifest !== undefined) throw new ArchiveError('something follows its end');
    if (entry.name !== MANIFEST) {
      sum.add(entry);
      await take(entry);
    } else manifest = entry.bytes.toString();
  }
  if (manifest === undefined) throw new ArchiveError('its end is missing');
  return { manifest, sum: sum.digest() };
};
