import sharp from 'sharp';
import { encodeUpload } from '../ports/media/encode-upload.ts';

/** One picture is encoded at a time, and so many wait. */
const QUEUED = 8;

const draw = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Runs the callback while uploaded pictures are refused as too_busy: a large one is encoded, and small ones wait. */
export const whileEncodingIsBusy = async <T>(run: () => Promise<T>): Promise<T> => {
  const [large, small] = await Promise.all([draw(6000), draw(8)]);
  const encoding = { side: 8, fit: 'inside', quality: 1 } as const;
  const encoded = Promise.all([large, ...Array<Buffer>(QUEUED).fill(small)].map((one) => encodeUpload(one, encoding)));
  const result = await run();
  await encoded;
  return result;
};
