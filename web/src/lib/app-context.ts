import type { Api } from '@sokuwa/contract/api-client.ts';
import type { Site } from '@sokuwa/contract/page.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { CountryStore } from './country-store.ts';

/** The router's context for loaders and components: one per browser tab, or per rendered page on the server. */
export type AppContext = { queryClient: QueryClient; api: Api; country: CountryStore; site: Site };

/** The app's context in a component. */
export const useAppContext = (): AppContext => useRouter().options.context;

/** The API client in a component. */
export const useApi = (): Api => useAppContext().api;
