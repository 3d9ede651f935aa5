export { wantsSaving } from './choice.ts';
export { DataSaverSwitch } from './data-saver-switch.tsx';
export { useAutomaticSaving } from './use-automatic-saving.ts';
