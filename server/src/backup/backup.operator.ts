import type { ShopParts } from '../shop.ts';
import { type BackupOptions, type BackupRequest, createBackup } from './backup.service.ts';
import { type RestoreRequest, restore } from './restore.service.ts';

export const backupCommands = (shop: ShopParts) => ({
  backUp: (request: BackupRequest, options: BackupOptions) => createBackup(shop, request, options),
  /** Nobody else may use the database meanwhile. */
  restore: (request: RestoreRequest, options: BackupOptions) => restore(shop, request, options),
});
