import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { categoriesQuery } from '../catalog/catalog.queries.ts';

/** The categories of the menus; rendered by the server with every page, asked for again only where that failed. */
export const useCategories = () => useQuery(categoriesQuery(useRouter().options.context.api));
