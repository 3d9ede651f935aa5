import { createPortal } from 'react-dom';
import { SLOT } from '../data-saver/data-saver-slot.tsx';
import { DataSaverSwitch } from '../data-saver/data-saver-switch.tsx';
import { useAutomaticSaving } from '../data-saver/use-automatic-saving.ts';
import { Offline } from '../offline/offline.tsx';

/** What a page can do without in its first seconds. */
export default function LateParts() {
  useAutomaticSaving();
  const slot = document.getElementById(SLOT);
  return (
    <>
      <Offline />
      {slot && createPortal(<DataSaverSwitch />, slot)}
    </>
  );
}
