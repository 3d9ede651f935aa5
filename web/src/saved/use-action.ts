import { useState } from 'react';

/** An asynchronous action of a button; presses during it are ignored. */
export const useAction = (action: () => Promise<void>): { busy: boolean; start: () => void } => {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    start: () => {
      if (busy) return;
      setBusy(true);
      void action().finally(() => setBusy(false));
    },
  };
};
