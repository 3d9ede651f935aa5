import { createFileRoute } from '@tanstack/react-router';
import { ModerationPage } from '../moderation/index.ts';

export const Route = createFileRoute('/market/catalogue/moderation')({ component: ModerationPage });
