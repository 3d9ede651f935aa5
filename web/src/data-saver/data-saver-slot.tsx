export const SLOT = 'data-saver';

/** Reserves the space of the data saver switch, which loads later (web/src/app/layout/late-parts.tsx), so that the footer does not move. */
export const DataSaverSlot = () => <div id={SLOT} className="h-11 w-56" />;
