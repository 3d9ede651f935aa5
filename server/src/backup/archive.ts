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

/** The archive is not whole, or none; its message is the end of a sentence for the operator. */
export class ArchiveError extends Error {}

/** The entry that comes last: an archive without it was cut off. */
const MANIFEST = 'manifest.json';
/** Bytes of an entry: parts of tables and pictures are far smaller, and each is held in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The running sum over entries. */
class Sum {
  readonly #hash = createHash('sha256');

  add({ name, bytes }: Entry): void {
    this.#hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Resolves once the entry is on its way, which a slow disk delays. */
const add = (tar: Pack, { name, bytes }: Entry): Promise<void> =>
  new Promise((resolve, reject) => {
    const sink = tar.entry({ name, size: bytes.length }, (error) => (error ? reject(error) : resolve()));
    sink.end(bytes);
  });

/**
 * Writes an archive: a tar file, compressed with Zstandard. It gets its name when it is whole.
 * @param manifestOf makes the manifest, once all entries are written, with their sum
 * @throws the file system's error, or that of whoever gives the entries; nothing is left behind then
 */
export const writeArchive = async (
  file: string,
  entries: AsyncIterable<Entry>,
  manifestOf: (sum: string) => object,
): Promise<void> => {
  const unfinished = `${file}.unfinished`;
  const tar = pack();
  // It names people, and holds what their passwords are checked by: nobody else may read it.
  const target = createWriteStream(unfinished, { flags: 'w', mode: 0o600, flush: true });
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const writing = pipeline(tar, compress, target);
  // Waited for below; until then an error shows where the next entry is added.
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
    // What broke first is what the operator must know: a full disk shows here, its consequence above.
    const first = await writing.then(
      () => error,
      (broken: NodeJS.ErrnoException) => (broken.syscall ? broken : error),
    );
    await rm(unfinished, { force: true });
    throw first;
  }
};

/** @throws ArchiveError when the archive is not whole; the file system's error */
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
      if (size > MOST_BYTES) throw new ArchiveError(`"${name}" in it is too large`);
      yield { name, bytes: await buffer(entry) };
    }
    await reading;
  } catch (error) {
    // A file that can't be read says so by itself; all else is what is in it.
    if (error instanceof ArchiveError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new ArchiveError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads an archive from its beginning to its end, holding one entry at a time.
 * @param take gets each entry but the manifest
 * @param onBytes told of each stretch of the file that was read
 * @returns the manifest as it stands in the archive, and the sum of the entries before it
 * @throws ArchiveError when the archive is not whole; the file system's error; whatever `take` throws
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
