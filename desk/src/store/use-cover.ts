import { useEffect, useState } from 'react';

/** A cover picture that is not saved yet: a new one, or null for none. */
export type NewCover = { file: File; preview: string } | null;

const canDecode = async (file: File): Promise<boolean> => {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
};

/**
 * The choice of a cover picture. Of a file that is no picture, it says so before anything is sent; a large one is made smaller.
 * @returns `cover` is undefined while the saved one stays
 */
export const useCover = () => {
  const [cover, setCover] = useState<NewCover>();
  const [error, setError] = useState<string>();

  // The browser keeps the picture in memory until its URL is revoked.
  useEffect(() => () => (cover ? URL.revokeObjectURL(cover.preview) : undefined), [cover]);

  const choose = async (file: File): Promise<void> => {
    if (!(await canDecode(file))) return setError('Choose a picture: a JPEG, PNG, WebP, GIF or AVIF file.');
    setError(undefined);
    setCover({ file, preview: URL.createObjectURL(file) });
  };
  const replace = (next: NewCover | undefined) => {
    setError(undefined);
    setCover(next);
  };
  return { cover, error, choose, remove: () => replace(null), reset: () => replace(undefined) };
};
