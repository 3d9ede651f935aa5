/**
 * Prepares for a button that goes away with what it removes: call the result afterwards, and the focus is on the same
 * button of the next line, else of the one before, else on what held the cart (the page's content, or the drawer).
 */
export const keepFocus = (button: HTMLElement): (() => void) => {
  const holder = button.closest<HTMLElement>('[role="dialog"], main');
  const alike = [...(holder?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])];
  const at = alike.indexOf(button);
  const next = at < 0 ? undefined : (alike[at + 1] ?? alike[at - 1]);
  // A frame later React has taken it away, or it is still there because nothing was removed.
  return () =>
    requestAnimationFrame(() => {
      if (!button.isConnected) (next ?? holder)?.focus();
    });
};
