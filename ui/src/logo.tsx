/** The tile's fill by background: lighter on the brand background. */
const TILE_FILL = { page: '#262D8C', brand: '#343CAB' };

/** The logo without the name. */
export function LogoMark({ background = 'page', className }: { background?: 'page' | 'brand'; className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={className ?? 'size-10'}>
      <path
        d="M9 0H31A9 9 0 0 1 40 9V24A16 16 0 0 1 24 40H9A9 9 0 0 1 0 31V9A9 9 0 0 1 9 0Z"
        fill={TILE_FILL[background]}
      />
      <path d="M20 4.5V23.5A9.5 9.5 0 0 1 20 4.5Z" fill="#F5B335" />
      <path d="M20 16.5V35.5A9.5 9.5 0 0 0 20 16.5Z" fill="#FF7A55" />
    </svg>
  );
}

/** The logo with the name. The name is text, so that a renamed shop needs no new drawing. */
export function Logo({ name, background = 'page' }: { name: string; background?: 'page' | 'brand' }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark background={background} className="size-9 shrink-0 md:size-10" />
      <span
        className={`font-bold font-display text-[1.75rem] leading-none tracking-[-0.045em] md:text-[1.9375rem] ${background === 'brand' ? 'text-on-brand' : 'text-heading'}`}
      >
        {name}
      </span>
    </span>
  );
}
