import type { Connection } from './database.ts';
import { type Listening, listen } from './listen.ts';

/** Changes are told at most this often (milliseconds), so that an import does not empty the caches row by row. */
const REST = 500;

export type Changes = Listening;

/**
 * Listens for `catalog_changed`.
 * After each (re)connection `onChange` is called once, since notices sent meanwhile are lost.
 */
export const listenForChanges = (
  connection: Connection,
  onChange: () => void,
  onError: (error: unknown) => void,
): Changes => {
  let pending: NodeJS.Timeout | undefined;
  const onNotice = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      onChange();
    }, REST);
  };
  const listening = listen(connection, 'catalog_changed', { onNotice, onConnect: onChange, onError });
  return {
    stop: async () => {
      clearTimeout(pending);
      await listening.stop();
    },
  };
};
