import { basename, dirname, resolve } from 'node:path';
import type { ActOptions } from '../platform/audit.ts';
import type { DryRunOption } from '../platform/database.ts';
import type { ShopParts } from '../shop.ts';
import { importCategories } from './category-import.service.ts';
import { type ExportOptions, type ExportRequest, exportProducts } from './export.service.ts';
import { type ImportOptions, type ImportRequest, importProducts } from './import.service.ts';
import { resolvePictures } from './pictures.ts';

export const exchangeCommands = (shop: ShopParts) => ({
  /** Stores a picture file. @returns its key, or the reason for the refusal */
  storePicture: async (file: string, options: DryRunOption): Promise<{ key: string } | { refused: string }> => {
    const [folder, name] = [dirname(resolve(file)), basename(file)];
    const result = (await resolvePictures({ ...shop, folder, ...options }, new Set([name]))).get(name);
    if (!result) throw new Error(`no result for the picture ${name}`);
    return result;
  },
  importCategories: (file: string, options: ActOptions) => importCategories(shop.db, file, options),
  importProducts: (request: ImportRequest, options: ImportOptions) => importProducts(shop, request, options),
  exportProducts: (request: ExportRequest, options: ExportOptions) => exportProducts(shop, request, options),
});
