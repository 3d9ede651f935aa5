import { loadSharp } from './load-sharp.ts';

/** The part of the height that is measured. */
const TOP_SHARE = 0.04;

export type Colour = { r: number; g: number; b: number };

/** The average colour along the top edge of an encoded picture. */
export const measureTopColour = async (picture: Buffer): Promise<Colour> => {
  const sharp = await loadSharp();
  const { width, height } = await sharp(picture).metadata();
  const top = { left: 0, top: 0, width, height: Math.max(1, Math.round(height * TOP_SHARE)) };
  const { data } = await sharp(picture)
    .extract(top)
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [r = 0, g = 0, b = 0] = data;
  return { r, g, b };
};
