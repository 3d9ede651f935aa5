import type { Connection } from './database.ts';
import { type Listening, listen } from './listen.ts';

/** Changes are reported at most this often, so that an import does not clear the caches for each row. */
const DEBOUNCE_MS = 500;

/**
 * Listens for the notification `catalog_changed`. `onChange` is also called after each (re)connection, since
 * notifications in between are lost.
 * @param heartbeatMs time between two checks of the connection
 */
export const listenForChanges = (
  connection: Connection,
  onChange: () => void,
  onError: (error: unknown) => void,
  heartbeatMs?: number,
): Listening => {
  let pending: NodeJS.Timeout | undefined;
  const onNotification = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      onChange();
    }, DEBOUNCE_MS);
  };
  const listening = listen(
    connection,
    'catalog_changed',
    { onNotification, onConnect: onChange, onError },
    heartbeatMs,
  );
  return {
    stop: async () => {
      clearTimeout(pending);
      await listening.stop();
    },
  };
};
