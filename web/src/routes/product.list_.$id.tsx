import { createFileRoute } from '@tanstack/react-router';
import { listAddress } from '../catalog/list-search.ts';

export const Route = createFileRoute('/product/list_/$id')({ validateSearch: listAddress, component: () => null });
