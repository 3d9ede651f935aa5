export { IntegrationsPage } from './integrations-page.tsx';
export { WebhookPage } from './webhook-page.tsx';
