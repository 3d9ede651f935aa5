import { formatNairaAmount, type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** '1 Item', '4 Items'. */
export const formatItemCount = (count: number): string => `${count} ${count === 1 ? 'Item' : 'Items'}`;

/** '₦12,450'. */
export const formatPrice = (amount: Kobo): string => `₦${formatNairaAmount(amount)}`;

/** The formatted price of an amount in naira: 12450.5 is '₦12,450.50'. */
export const formatNairaPrice = (naira: number): string => formatPrice(kobo(Math.round(naira * 100)));

/** '0.4 kg'; empty for an unknown weight. */
export const formatWeight = (kilograms: number): string => (kilograms > 0 ? `${Number(kilograms.toFixed(3))} kg` : '');
