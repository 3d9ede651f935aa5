import type { Page, Route } from '@playwright/test';

/** Answers a request in place of the server. */
export type Respond = (route: Route) => Promise<void>;

/** Handles requests to these URLs in place of the server. @returns a function that counts them */
export const mockRequests = async (page: Page, url: string | RegExp, respond: Respond): Promise<() => number> => {
  let count = 0;
  await page.route(url, (route) => {
    count++;
    return respond(route);
  });
  return () => count;
};

export const abortRequest = (route: Route) => route.abort('failed');
export const respondWith500 = (route: Route) =>
  route.fulfill({ status: 500, json: { message: 'Internal Server Error' } });

/**
 * Sends this response instead of the server's. The newest mock of a path applies. Earlier ones are not removed, because
 * a late request could then reach the server.
 * @param path below /backend
 * @returns the bodies of the requests, in order
 */
export const mockResponse = async (page: Page, path: string, status: number, json: unknown): Promise<unknown[]> => {
  const bodies: unknown[] = [];
  await page.route(`**/backend${path}`, (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ status, json });
  });
  return bodies;
};

/** Makes requests fail with a network error, even if the path is mocked. @param path below /backend */
export const abortRequests = async (page: Page, path: string): Promise<void> => {
  await page.route(`**/backend${path}`, (route) => route.abort());
};

/**
 * Delays requests to these URLs until they are released.
 * @param respond handles each request after the release; by default the server responds
 * @returns a function that releases them
 */
export const holdRequests = async (
  page: Page,
  url: string | RegExp,
  respond: Respond = (route) => route.continue(),
): Promise<() => void> => {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    // The page may have cancelled the request, or may be closed.
    await respond(route).catch(() => undefined);
  });
  return () => released.resolve();
};

/**
 * Opens a page and delays its scripts, so that it is as a visitor first sees it.
 * @returns a function that releases the scripts
 */
export const openBeforeScripts = async (page: Page, path: string): Promise<() => void> => {
  const release = await holdRequests(page, /\/assets\/[^/]*\.js$/);
  await page.goto(path, { waitUntil: 'commit' });
  return release;
};
