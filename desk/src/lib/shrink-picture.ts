/** The longest side after shrinking. The shop shows no larger picture. */
const MAX_SIDE_PX = 1600;
const QUALITY = 0.86;

/**
 * Makes a picture small before it is sent, because the camera of a phone makes several megabytes and the line is slow.
 * @returns a WebP or JPEG; the file itself if this browser cannot read it, so that the server decides
 */
export const shrinkPicture = async (file: File): Promise<Blob> => {
  // The server reads the orientation too, but a canvas has lost it.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return file;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
  return blob && blob.size < file.size ? blob : file;
};
