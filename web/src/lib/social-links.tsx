import { brand } from '@sokuwa/contract/brand.ts';
import { ExternalLink } from '@sokuwa/ui/external-link.tsx';
import { SocialIcon, type SocialNetwork } from '@sokuwa/ui/social-icon.tsx';

const NAMES: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  x: 'X',
  youtube: 'YouTube',
};

/** The shop's profiles, each in a new tab. */
export function SocialLinks({ networks, className }: { networks: readonly SocialNetwork[]; className?: string }) {
  return (
    <ul aria-label={`${brand.name} elsewhere`} className={className}>
      {networks.map((network) => (
        <li key={network}>
          <ExternalLink
            href={brand.social[network]}
            className="flex size-11 items-center justify-center rounded-sm hover:bg-on-brand/10"
          >
            <SocialIcon network={network} />
            <span className="sr-only">{NAMES[network]}</span>
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}
