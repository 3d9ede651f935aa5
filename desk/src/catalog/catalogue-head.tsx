import { Link } from '@tanstack/react-router';
import { PageHead } from '../ui/page-head.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';

/** The title of the catalogue, and its parts. */
export function CatalogueHead() {
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
      </TabRow>
    </>
  );
}
