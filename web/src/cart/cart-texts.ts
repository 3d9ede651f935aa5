import { type Kobo, kobo, nairaText } from '@sokuwa/contract/money.ts';

/** '1 Item', '4 Items'. */
export const itemsText = (count: number): string => `${count} ${count === 1 ? 'Item' : 'Items'}`;

/** '₦12,450'. */
export const priceText = (amount: Kobo): string => `₦${nairaText(amount)}`;

/** The price text of an amount in naira: 12450.5 is '₦12,450.50'. */
export const nairaPrice = (naira: number): string => priceText(kobo(Math.round(naira * 100)));

/** '0.4 kg'; empty for an unknown weight. */
export const weightText = (kilograms: number): string => (kilograms > 0 ? `${Number(kilograms.toFixed(3))} kg` : '');
