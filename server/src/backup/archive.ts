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
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/** The checksum over all entries. */
class Checksum {
  readonly #hash = createHash('sha256');

  add({ name, bytes }: Entry): void {
    this.#hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Resolves when the entry is written to the stream (backpressure). */
const writeEntry = (tar: Pack, { name, bytes }: Entry): Promise<void> =>
  new Promise((resolve, reject) => {
    const sink = tar.entry({ name, size: bytes.length }, (error) => (error ? reject(error) : resolve()));
    sink.end(bytes);
  });

/**
 * Writes an archive: a tar file, compressed with Zstandard. The file gets its final name when it is complete.
 * @param createManifest creates the manifest from the checksum of all entries
 * @throws errors of the file system and of `entries`; deletes the incomplete file
 */
export const writeArchive = async (
  file: string,
  entries: AsyncIterable<Entry>,
  createManifest: (sum: string) => object,
): Promise<void> => {
  const temporaryFile = `${file}.unfinished`;
  const tar = pack();
  // The archive contains personal data and password hashes, so only its owner can read it.
  const target = createWriteStream(temporaryFile, { flags: 'w', mode: 0o600, flush: true });
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const writing = pipeline(tar, compress, target);
  // Awaited below; until then an error also rejects the next add().
  writing.catch(() => undefined);
  try {
    const sum = new Checksum();
    for await (const entry of entries) {
      sum.add(entry);
      await writeEntry(tar, entry);
    }
    await writeEntry(tar, { name: MANIFEST, bytes: Buffer.from(JSON.stringify(createManifest(sum.digest()))) });
    tar.finalize();
    await writing;
    await rename(temporaryFile, file);
  } catch (error) {
    tar.destroy();
    // Report the root cause: a write error such as a full disk appears here, its consequence above.
    const cause = await writing.then(
      () => error,
      (writeError: NodeJS.ErrnoException) => (writeError.syscall ? writeError : error),
    );
    await rm(temporaryFile, { force: true });
    throw cause;
  }
};

/** @throws ArchiveError if the archive is incomplete; errors of the file system */
async function* readEntries(file: string, onBytes: (count: number) => void): AsyncGenerator<Entry> {
  const tar = extract();
  const counter = new Transform({
    transform(chunk: Buffer, _, callback) {
      onBytes(chunk.length);
      callback(null, chunk);
    },
  });
  const reading = pipeline(createReadStream(file), counter, createZstdDecompress(), tar);
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (size > MAX_ENTRY_BYTES) throw new ArchiveError(`its entry "${name}" is too large`);
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
 * @param onEntry receives each entry except the manifest
 * @param onBytes called with the size of each chunk read
 * @returns the text of the manifest, and the checksum of the entries before it
 * @throws ArchiveError if the archive is incomplete; errors of the file system and of `onEntry`
 */
export const readArchive = async (
  file: string,
  onBytes: (count: number) => void,
  onEntry: (entry: Entry) => Promise<void> = async () => undefined,
): Promise<{ manifest: string; sum: string }> => {
  const sum = new Checksum();
  let manifest: string | undefined;
  for await (const entry of readEntries(file, onBytes)) {
    if (manifest !== undefined) throw new ArchiveError('it has data after its end');
    if (entry.name !== MANIFEST) {
      sum.add(entry);
      await onEntry(entry);
    } else manifest = entry.bytes.toString();
  }
  if (manifest === undefined) throw new ArchiveError('its end is missing');
  return { manifest, sum: sum.digest() };
};
