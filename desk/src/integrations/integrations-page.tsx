import { ExternalLink } from 'lucide-react';
import { buttonClass } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PanelStack } from '../ui/panel.tsx';
import { TokensPanel } from './tokens-panel.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';

/** What connects a merchant's own programs: tokens to call the shop, and webhooks that the shop sends. */
export function IntegrationsPage({ storeId }: { storeId: number }) {
  return (
    <>
      <PageHead
        title="Integrations"
        subtitle="For your own programs: accounting, stock, shipping"
        actions={
          <a href="/backend/docs" target="_blank" rel="noreferrer" className={buttonClass()}>
            <ExternalLink />
            API description
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        }
      />
      <PanelStack>
        <TokensPanel storeId={storeId} />
        <WebhooksPanel storeId={storeId} />
      </PanelStack>
    </>
  );
}
