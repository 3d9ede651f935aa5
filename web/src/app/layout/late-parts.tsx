import { createPortal } from 'react-dom';
import { DataSaverSwitch, SLOT, useAutomaticSaving } from '../../data-saver/index.ts';
import { Offline } from '../../offline/index.ts';

/** Parts that a page does not need in its first seconds. */
export function LateParts() {
  useAutomaticSaving();
  const slot = document.getElementById(SLOT);
  return (
    <>
      <Offline />
      {slot && createPortal(<DataSaverSwitch />, slot)}
    </>
  );
}
