import type { ShopParts } from '../shop.ts';
import { type BackupOptions, type BackupRequest, createBackup } from './backup.service.ts';
import { type RestoreOptions, type RestoreRequest, restore } from './restore.service.ts';

export const backupCommands = (shop: ShopParts) => ({
  createBackup: (request: BackupRequest, options: BackupOptions) => createBackup(shop, request, options),
  /** Requires exclusive use of the database. */
  restore: (request: RestoreRequest, options: RestoreOptions) => restore(shop, request, options),
});
