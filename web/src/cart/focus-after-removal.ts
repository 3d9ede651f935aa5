/**
 * For a button that disappears with the line that it removes (CART-60). Call the result after the removal: it moves the
 * focus to the next line's button, else to the previous one's, else to the page's content or the drawer.
 */
export const prepareFocusAfterRemoval = (button: HTMLElement): (() => void) => {
  const container = button.closest<HTMLElement>('[role="dialog"], main');
  const buttons = [...(container?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])];
  const index = buttons.indexOf(button);
  const next = index < 0 ? undefined : (buttons[index + 1] ?? buttons[index - 1]);
  // React has rendered by the next frame. The button is still there when nothing was removed.
  return () =>
    requestAnimationFrame(() => {
      if (!button.isConnected) (next ?? container)?.focus();
    });
};
