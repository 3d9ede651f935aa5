import { createFileRoute } from '@tanstack/react-router';
import { NewApplicationPage } from '../joining/index.ts';

export const Route = createFileRoute('/join/')({ component: NewApplicationPage });
