import fs, { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DiskMedia } from './disk.media.ts';
import { MediaUnavailable } from './media.port.ts';
import { mediaStoreSuite, samplePicture } from './media.suite.ts';

/** What the store calls of the disk. */
const CALLS = ['readFile', 'writeFile', 'mkdir', 'rename', 'rm', 'opendir'] as const;
const failWith = (code: string) => {
  for (const call of CALLS) vi.spyOn(fs, call).mockRejectedValue(Object.assign(new Error(code), { code }));
};
const repairDisk = () => {
  for (const call of CALLS) vi.spyOn(fs, call).mockRestore();
};

const createTemporaryFolder = () => mkdtemp(join(tmpdir(), 'sokuwa-media-'));

mediaStoreSuite('DiskMedia', async () => {
  const parent = await createTemporaryFolder();
  // The adapter creates missing folders.
  const folder = join(parent, 'data', 'media');
  return {
    store: new DiskMedia(folder),
    reopen: () => new DiskMedia(folder),
    fail: () => failWith('EIO'),
    close: async () => {
      repairDisk();
      await rm(parent, { recursive: true });
    },
  };
});

test('leaves no unfinished file behind', async () => {
  const folder = await createTemporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = new DiskMedia(folder);
  await store.put('tiles/food', await samplePicture('red'));
  expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
  expect(await readdir(join(folder, 'sources/tiles'))).toEqual(['food.webp']);
});

test('a folder that cannot be written is an error, not a missing picture', async () => {
  const folder = await createTemporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'sources'), 'a file where a folder belongs');
  const store = new DiskMedia(folder);
  await expect(store.put('tiles/food', await samplePicture('red'))).rejects.toThrow(/ENOTDIR|EEXIST/);
});

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'EMFILE', 'ENFILE'])(
  'a disk that fails with %s makes the store unavailable',
  {
    tags: ['@SETTING-21'],
  },
  async (code) => {
    onTestFinished(repairDisk);
    failWith(code);
    await expect(new DiskMedia(tmpdir()).read('tiles/food')).rejects.toThrow(MediaUnavailable);
  },
);
