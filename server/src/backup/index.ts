export { type BackupDone, type BackupOptions, type BackupRequest, backUp } from './backup.service.ts';
export { type RestoreDone, type RestoreRequest, restore } from './restore.service.ts';
