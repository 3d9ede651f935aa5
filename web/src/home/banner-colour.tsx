/**
 * The colour behind a banner. On phones the picture is at the bottom of the frame, and the colour at its top continues above it, behind the
 * text. An SVG attribute, because the content security policy forbids inline styles.
 */
export function BannerColour({ colour }: { colour: string }) {
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <rect width="100%" height="100%" fill={colour} />
    </svg>
  );
}
