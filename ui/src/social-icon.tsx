export type SocialNetwork = 'facebook' | 'instagram' | 'linkedin' | 'tiktok' | 'whatsapp' | 'x' | 'youtube';

/** Paths for a viewBox of 24 × 24. With fill-rule evenodd a path inside another is a hole. */
const GLYPHS: Record<SocialNetwork, string> = {
  facebook:
    'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM10.4 21.4v-6.9H7.9v-2.8h2.5V9.5c0-2.5 1.5-3.8 3.7-3.8.8 0 1.6.1 2 .2v2.4h-1.3c-1.2 0-1.6.7-1.6 1.5v1.9h2.8l-.5 2.8h-2.3v6.9z',
  instagram:
    'M7.6 2.5h8.8a5.1 5.1 0 0 1 5.1 5.1v8.8a5.1 5.1 0 0 1-5.1 5.1H7.6a5.1 5.1 0 0 1-5.1-5.1V7.6a5.1 5.1 0 0 1 5.1-5.1Zm.2 2a3.3 3.3 0 0 0-3.3 3.3v8.4a3.3 3.3 0 0 0 3.3 3.3h8.4a3.3 3.3 0 0 0 3.3-3.3V7.8a3.3 3.3 0 0 0-3.3-3.3ZM12 7.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6Zm0 1.9a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8ZM17.1 5.7a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z',
  linkedin:
    'M5 2.5h14A2.5 2.5 0 0 1 21.5 5v14a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 19V5A2.5 2.5 0 0 1 5 2.5ZM7.2 5.6a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2ZM5.8 10v8.4h2.8V10Zm4.6 0v8.4h2.8v-4.5c0-1.2.6-1.7 1.5-1.7s1.3.6 1.3 1.8v4.4h2.8v-5c0-2.3-1.2-3.6-3.1-3.6-1.2 0-2 .6-2.5 1.4V10Z',
  tiktok:
    'M12.6 2h3.2c.3 2.3 1.7 3.9 4 4.1v3.2a7.3 7.3 0 0 1-4-1.2v7.3a6.4 6.4 0 1 1-7.3-6.3v3.4a3.1 3.1 0 1 0 4.1 2.9z',
  whatsapp:
    'M12 2a10 10 0 0 0-8.6 15L2 22l5.2-1.4A10 10 0 1 0 12 2Zm0 1.9a8.1 8.1 0 1 1-4.5 14.8l-2.8.8.8-2.7A8.1 8.1 0 0 1 12 3.9ZM8.6 7.2c.4 0 .6.1.8.5l.7 1.7c.1.3 0 .5-.1.7l-.7.8c-.1.2-.1.3 0 .5a6 6 0 0 0 3.1 2.7c.3.1.4.1.6-.1l.8-1c.2-.2.4-.3.6-.2l1.8.9c.3.1.4.3.4.5 0 1.4-1.2 2.4-2.5 2.4-2.9 0-7.3-3.4-7.3-6.9 0-1.4.9-2.5 1.8-2.5Z',
  x: 'M2.5 3h6.1l4.2 5.8L17.8 3h2.7l-6.5 7.4L21.5 21h-6.1l-4.6-6.3L5.3 21H2.6l6.9-8ZM6 5l10.3 14H18L7.8 5Z',
  youtube: 'M6.5 4.5h11a5 5 0 0 1 5 5v5a5 5 0 0 1-5 5h-11a5 5 0 0 1-5-5v-5a5 5 0 0 1 5-5ZM9.8 8.4v7.2l6.2-3.6Z',
};

/** The icon of a social network. Decorative: name the network in the link around it. */
export function SocialIcon({ network, className }: { network: SocialNetwork; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="currentColor"
      fillRule="evenodd"
      className={className ?? 'size-5'}
    >
      <path d={GLYPHS[network]} />
    </svg>
  );
}
