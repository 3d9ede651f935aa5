import { useState } from 'react';

/** A call that a press makes, one at a time. */
export const useCall = (call: () => Promise<void>): { busy: boolean; start: () => void } => {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    start: () => {
      if (busy) return;
      setBusy(true);
      void call().finally(() => setBusy(false));
    },
  };
};
