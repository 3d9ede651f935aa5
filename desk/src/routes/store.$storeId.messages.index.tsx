import { createFileRoute } from '@tanstack/react-router';
import { ChooseThread } from '../messages/index.ts';

export const Route = createFileRoute('/store/$storeId/messages/')({ component: ChooseThread });
