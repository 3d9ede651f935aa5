import { createFileRoute } from '@tanstack/react-router';
import { GalleryPage } from '../gallery/index.ts';

export const Route = createFileRoute('/components')({ component: GalleryPage });
