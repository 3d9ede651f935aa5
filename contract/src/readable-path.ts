/**
 * A path that routers can decode. In a malformed path (`/100%`, `/%FF`) each percent sign is escaped. Server and browser use the
 * same path.
 */
export const toReadablePath = (path: string): string => {
  try {
    // Use the result, because bundlers remove a call that could only throw.
    return decodeURIComponent(path) && path;
  } catch {
    return path.replaceAll('%', '%25');
  }
};
