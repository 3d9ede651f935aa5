import type { ShopParts } from '../shop.ts';
import { type BackupOptions, type BackupRequest, backUp } from './backup.service.ts';
import { type RestoreRequest, restore } from './restore.service.ts';

export const backupCommands = (shop: ShopParts) => ({
  backUp: (request: BackupRequest, options: BackupOptions) => backUp(shop, request, options),
  /** Nobody else may use the database meanwhile. */
  restore: (request: RestoreRequest, options: BackupOptions) => restore(shop, request, options),
});
