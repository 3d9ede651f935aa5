import type { Api } from '@sokuwa/contract/api-client.ts';
import { getHome } from '@sokuwa/contract/home/home.endpoints.ts';
import type { Article, HomeContent } from '@sokuwa/contract/home/home.schemas.ts';
import { queryOptions } from '@tanstack/react-query';

/** Data in a server-rendered page counts as fresh, so that the browser does not fetch it again. */
const STALE_TIME_MS = 60_000;

/** An article without the text of its dialog, unless the page has it already. */
export type ArticleTeaser = Omit<Article, 'paragraphs'> & Partial<Pick<Article, 'paragraphs'>>;
export type HomeTeasers = Omit<HomeContent, 'articles'> & { articles: readonly ArticleTeaser[] };

/**
 * Banners, tiles and articles, without texts of dialogs, which would make the page heavier. Null: the built-in content.
 * @param preview the token of a preview, which shows others
 */
export const homeContentQuery = (api: Api, preview: string | undefined) =>
  queryOptions({
    queryKey: ['home-content', preview ?? ''],
    queryFn: async ({ signal }): Promise<HomeTeasers | null> => {
      const { built_in, banners, tiles, articles } = await api.call(getHome, { query: { preview }, signal });
      if (built_in) return null;
      return { banners, tiles, articles: articles.map(({ paragraphs, ...teaser }) => teaser) };
    },
    staleTime: STALE_TIME_MS,
  });

/** The text of an article's dialog; empty if the article was replaced meanwhile. */
export const articleTextQuery = (api: Api, preview: string | undefined, articleId: string) =>
  queryOptions({
    queryKey: ['home-article', preview ?? '', articleId],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { articles } = await api.call(getHome, { query: { preview }, signal });
      return articles.find(({ id }) => id === articleId)?.paragraphs ?? [];
    },
    staleTime: STALE_TIME_MS,
  });
