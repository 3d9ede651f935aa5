import { API_PREFIX, type BaseUrls } from '@sokuwa/contract/endpoint.ts';

type UrlSettings = {
  publicUrl: string | undefined;
  port: number;
  /** A path on the shop's own origin, or absolute; without a final slash. */
  apiUrl: string;
  /** Has the same form as `apiUrl`, which is the default. */
  countriesUrl: string | undefined;
};

/** Returns the origin under which shoppers reach the shop, without a final slash. */
export const getPublicUrl = ({ publicUrl, port }: Pick<UrlSettings, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;

/** Returns the address at which merchants work (MERCHANT-2). */
export const getSellUrl = ({
  sellUrl,
  ...settings
}: Pick<UrlSettings, 'publicUrl' | 'port'> & { sellUrl: string }): string =>
  new URL(sellUrl, getPublicUrl(settings)).href;

/** Returns the base URLs at which pages call the API and the countries service (API-3). */
export const getBaseUrls = (settings: UrlSettings): BaseUrls => {
  const { origin } = new URL(getPublicUrl(settings));
  const toBaseUrl = (setting: string): string => {
    const url = new URL(setting, origin);
    const path = url.pathname.replace(/\/+$/, '');
    return url.origin === origin ? path : url.origin + path;
  };
  const api = toBaseUrl(settings.apiUrl);
  const countries = settings.countriesUrl === undefined ? api : toBaseUrl(settings.countriesUrl);
  return { api, countries, shop: API_PREFIX };
};

/** Returns the origin of a base URL; undefined if it is the shop's own. */
export const getForeignOrigin = (baseUrl: string): string | undefined =>
  baseUrl.startsWith('http') ? new URL(baseUrl).origin : undefined;

/** Returns the absolute base URL of the API, for links in responses. */
export const getApiUrl = (settings: UrlSettings): string => {
  const { api } = getBaseUrls(settings);
  return getForeignOrigin(api) === undefined ? getPublicUrl(settings) + api : api;
};
