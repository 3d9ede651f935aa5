/**
 * Whether the visitor was here before. What the browser has stored, such as a cart, shows at once, and the server could not know
 * of it.
 */
export const isKnownVisitor = (): boolean => {
  try {
    return Boolean(navigator.serviceWorker?.controller) || localStorage.length > 0;
  } catch {
    // The browser forbids the storage.
    return false;
  }
};
