import { Link } from '@tanstack/react-router';
import { PageHead } from '../ui/page-head.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';

/** The title of the lists, and the way from one to the other. */
export function MerchantsHead({ current, search = '' }: { current: MerchantsTab; search?: string }) {
  const kept = search === '' ? {} : { search };
  return (
    <>
      <PageHead title="Merchants" />
      <TabRow label="Views of the merchants">
        <Link
          to="/market/merchants"
          search={kept}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={current === 'all' ? 'page' : undefined}
          className={tabClass}
        >
          All
        </Link>
        <Link
          to="/market/merchants"
          search={{ ...kept, view: 'suspended' }}
          aria-current={current === 'suspended' ? 'page' : undefined}
          className={tabClass}
        >
          Suspended
        </Link>
        <Link
          to="/market/merchants/applications"
          aria-current={current === 'applications' ? 'page' : undefined}
          className={tabClass}
        >
          Applications
        </Link>
      </TabRow>
    </>
  );
}
export type MerchantsTab = 'all' | 'suspended' | 'applications';
