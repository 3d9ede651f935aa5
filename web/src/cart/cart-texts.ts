import { type Kobo, nairaText } from '@sokuwa/contract/money.ts';

/** '1 Item', '4 Items'. */
export const itemsText = (count: number): string => `${count} ${count === 1 ? 'Item' : 'Items'}`;

/** '₦12,450'. */
export const priceText = (amount: Kobo): string => `₦${nairaText(amount)}`;

/** '0.4 kg'; nothing where the weight is not known. */
export const weightText = (kilograms: number): string => (kilograms > 0 ? `${Number(kilograms.toFixed(3))} kg` : '');
