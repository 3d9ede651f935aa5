export { DataSaverSlot, SLOT } from './data-saver-slot.tsx';
export { DataSaverSwitch } from './data-saver-switch.tsx';
export { useAutomaticSaving } from './use-automatic-saving.ts';
