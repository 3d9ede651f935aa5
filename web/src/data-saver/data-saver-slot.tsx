export const SLOT = 'data-saver';

/** Where the switch will stand: it can wait (web/src/app/layout/late-parts.tsx), its place can't, or the footer would jump. */
export const DataSaverSlot = () => <div id={SLOT} className="h-11 w-56" />;
