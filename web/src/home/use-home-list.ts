import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type HomeList, homeListQuery } from '../catalog/index.ts';
import { useCountry } from '../geo/index.ts';
import { useApi } from '../lib/app-context.ts';

/** Fetches the products of one block. After a change of country the old prices show until the new ones have loaded. */
export const useHomeList = (list: HomeList) => {
  const api = useApi();
  const country = useCountry();
  return useQuery({ ...homeListQuery(api, list, country), placeholderData: keepPreviousData });
};

/** Whether a list is missing because the browser is offline: its query is paused, or failed without a network. */
export const isOffline = ({ isPaused, error }: { isPaused: boolean; error: Error | null }): boolean =>
  isPaused || (error !== null && navigator.onLine === false);
