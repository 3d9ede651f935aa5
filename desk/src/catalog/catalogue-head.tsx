import { Link } from '@tanstack/react-router';
import { CountBadge } from '../ui/badge.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';

/** The title of the catalogue, and its parts. @param toModerate how many products wait for an operator */
export function CatalogueHead({ toModerate }: { toModerate: number }) {
  return (
    <>
      <PageHead title="Catalogue" />
      <TabRow label="Parts of the catalogue">
        <Link to="/market/catalogue" activeOptions={{ exact: true, includeSearch: false }} className={tabClass}>
          Categories
        </Link>
        <Link to="/market/catalogue/synonyms" className={tabClass}>
          Synonyms
        </Link>
        <Link to="/market/catalogue/moderation" className={tabClass}>
          To moderate
          <CountBadge count={toModerate} tone="new" />
        </Link>
        <Link to="/market/catalogue/duplicates" activeOptions={{ includeSearch: false }} className={tabClass}>
          Duplicates
        </Link>
      </TabRow>
    </>
  );
}
