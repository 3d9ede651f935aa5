import { useState } from 'react';
import { cx } from './cx.ts';

/**
 * A country's flag, 4:3. If `/flags/<code>.svg` does not load, the other sources are tried in order, then the country
 * code is shown. Decorative: put the country's name beside it.
 */
export function Flag({
  code,
  sources = [],
  className,
}: {
  /** ISO 3166-1 alpha-2 code, any case. */
  code: string;
  /** Fallback URLs of the same flag. */
  sources?: readonly string[];
  className?: string;
}) {
  const all = [`/flags/${code.toLowerCase()}.svg`, ...sources];
  // How many sources failed for this country; another country starts at 0.
  const [failed, setFailed] = useState({ code, count: 0 });
  const count = failed.code === code ? failed.count : 0;
  const src = all[count];
  const size = className ?? 'h-4.5 w-6';
  if (src === undefined)
    return (
      <span
        aria-hidden="true"
        className={cx(
          'inline-grid shrink-0 place-items-center rounded-[2px] bg-action-quiet font-bold text-[0.5625rem] text-link leading-none',
          size,
        )}
      >
        {code.toUpperCase()}
      </span>
    );
  const next = () => setFailed({ code, count: count + 1 });
  return (
    <img
      key={src}
      // An image that failed before hydration fires no error event: check its state.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0) next();
      }}
      src={src}
      alt=""
      width={24}
      height={18}
      loading="lazy"
      decoding="async"
      onError={next}
      className={cx('inline-block shrink-0 rounded-[2px] object-cover ring-1 ring-line', size)}
    />
  );
}
