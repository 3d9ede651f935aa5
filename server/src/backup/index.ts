import type { Slice } from '../slice.ts';

export const backup = {
  operatorCommands: async (shop) => (await import('./backup.operator.ts')).backupCommands(shop),
} satisfies Slice;
