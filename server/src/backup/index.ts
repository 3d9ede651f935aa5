export { type BackupDone, type BackupRequest, backUp, type OnProgress as OnBackupProgress } from './backup.service.ts';
export { type RestoreDone, type RestoreRequest, restore } from './restore.service.ts';
