const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/**
 * Whether the file begins as one of the formats that are taken: JPEG, PNG, GIF, WebP, AVIF. What it is called and what it
 * calls itself count for nothing; SVG and PDF, which are programs of a kind, never get as far as their decoders.
 */
export const isPicture = (bytes: Buffer): boolean =>
  startsWith(bytes, '\xff\xd8\xff') ||
  startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  startsWith(bytes, 'GIF8') ||
  (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
  startsWith(bytes, 'ftypavif', 4) ||
  startsWith(bytes, 'ftypavis', 4);
