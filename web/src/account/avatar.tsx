import { cx } from '@sokuwa/ui/cx.ts';
import { useState } from 'react';

type UserName = { first_name: string; last_name: string };

const initialOf = (name: string) => [...name.trim()][0]?.toLocaleUpperCase('en') ?? '';

/** A user's picture, or the initials when there is none or it fails to load. Hidden from screen readers. */
export function Avatar({ user, image, large = false }: { user: UserName; image: string | null; large?: boolean }) {
  const [broken, setBroken] = useState<string>();
  const size = large ? 'size-21 rounded-lg corner-44 sm:size-32 sm:corner-56' : 'size-16 rounded-lg corner-28';
  if (image !== null && image !== broken)
    return (
      <img
        src={image}
        alt=""
        width={large ? 128 : 64}
        height={large ? 128 : 64}
        className={cx(size, 'shrink-0 bg-quiet object-cover')}
        onError={() => setBroken(image)}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={cx(
        size,
        'flex shrink-0 items-center justify-center bg-success font-bold text-canvas',
        large ? 'text-2xl sm:text-4xl' : 'text-xl',
      )}
    >
      {initialOf(user.first_name)}
      {initialOf(user.last_name)}
    </span>
  );
}
