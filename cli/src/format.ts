import { formatNairaAmount, type Kobo } from '@sokuwa/contract/money.ts';

export const formatNaira = (amount: Kobo): string => `₦${formatNairaAmount(amount)}`;

export const formatCount = (count: number): string => Math.round(count).toLocaleString('en');

/** An ISO instant as '2026-12-24 18:00', in UTC. */
export const formatTime = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
