import { menuItemClass } from '../ui/menu-panel.tsx';
import { ExternalLink } from './external-link.tsx';
import { PageLink } from './page-link.tsx';
import { comingSoon, HELP_ENTRIES } from './shop-pages.ts';

/** The rows of the Help menu, for the header's dropdown and the mobile menu. */
export function HelpEntries({ onChoose }: { onChoose: () => void }) {
  return (
    <ul>
      {HELP_ENTRIES.map((entry) => (
        <li key={entry.label}>
          {'path' in entry && (
            <PageLink path={entry.path} className={menuItemClass} onClick={onChoose}>
              {entry.label}
            </PageLink>
          )}
          {'href' in entry && (
            <ExternalLink href={entry.href} className={menuItemClass} onClick={onChoose}>
              {entry.label}
            </ExternalLink>
          )}
          {'soon' in entry && (
            <button
              type="button"
              className={menuItemClass}
              onClick={() => {
                onChoose();
                comingSoon();
              }}
            >
              {entry.label}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
