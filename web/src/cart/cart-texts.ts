/** '1 Item', '4 Items'. */
export const formatItemCount = (count: number): string => `${count} ${count === 1 ? 'Item' : 'Items'}`;

/** '0.4 kg'; empty for an unknown weight. */
export const formatWeight = (kilograms: number): string => (kilograms > 0 ? `${Number(kilograms.toFixed(3))} kg` : '');
