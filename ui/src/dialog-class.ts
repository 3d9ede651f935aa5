/** A dialog's panel: at most 440 px wide. */
export const dialogPanelClass =
  'w-full max-w-(--container-form) rounded-xl corner-56 bg-surface p-6 text-body shadow-lg outline-hidden sm:p-7';

export const dialogTitleClass = 'text-balance font-bold font-display text-heading text-xl leading-7';

export const scrimClass = 'sk-scrim fixed inset-0 z-40';
