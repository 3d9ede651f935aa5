import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type HomeList, homeListQuery } from '../catalog/catalog.queries.ts';
import { useCountry } from '../geo/use-country.ts';

/** The products of one block, for the visitor's country; after a change of country the old prices stay until the new come. */
export const useHomeList = (list: HomeList) => {
  const { api } = useRouter().options.context;
  const country = useCountry();
  return useQuery({ ...homeListQuery(api, list, country), placeholderData: keepPreviousData });
};
