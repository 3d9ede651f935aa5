const EVENTS = ['storage', 'pageshow'] as const;

/**
 * Calls the listener when another tab may have changed the browser's storage. A page that the back/forward cache restores
 * has missed the storage events, so `pageshow` counts too.
 * @returns a function that stops it
 */
export const onStorageChange = (listener: () => void): (() => void) => {
  const notify = () => listener();
  for (const name of EVENTS) addEventListener(name, notify);
  return () => {
    for (const name of EVENTS) removeEventListener(name, notify);
  };
};
