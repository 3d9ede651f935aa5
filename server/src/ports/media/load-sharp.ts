import type sharp from 'sharp';

const load = async (): Promise<typeof sharp> => {
  const { default: library } = await import('sharp');
  // Several pictures are encoded in parallel, so each uses one thread. The cache is of no use: no source is read twice.
  library.concurrency(1);
  library.cache(false);
  return library;
};

let loading: Promise<typeof sharp> | undefined;

/** Loads the picture library at its first use: a server without new pictures needs neither its time nor its 20 MB. */
export const loadSharp = (): Promise<typeof sharp> => {
  loading ??= load();
  return loading;
};
