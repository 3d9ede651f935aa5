/**
 * A path as routers can read it: one with percent signs that stand for no character (`/100%`, `/%FF`) has them taken as
 * themselves. The server renders a page under this path, and the browser goes on with the same.
 */
export const readablePath = (path: string): string => {
  try {
    // Its result is used: bundlers take a call away whose only effect is that it throws.
    return decodeURIComponent(path) && path;
  } catch {
    return path.replaceAll('%', '%25');
  }
};
