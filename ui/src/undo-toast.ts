import { withManager } from './toast.ts';

const TIMEOUT_MS = 8000;

/** A toast that says what was done, with a button that takes it back. It has its own file because the shop has none. */
export const showUndoToast = (text: string, undo: () => void): void =>
  withManager((manager) => {
    const id = manager.add({
      title: text,
      type: 'success',
      priority: 'low',
      timeout: TIMEOUT_MS,
      actionProps: {
        children: 'Undo',
        onClick: () => {
          manager.close(id);
          undo();
        },
      },
    });
  });
