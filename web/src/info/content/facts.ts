import { brand } from '@sokuwa/contract/brand.ts';
import { MINUTES_TO_PAY } from '@sokuwa/contract/orders/orders.rules.ts';

/** Facts that several pages state (INFO-3). */
export const facts = {
  /** How long unused items can be returned. */
  returnWindow: '30 days',
  /** The shorter return windows that the return and refund policy also states. */
  returnNonPerishable: '7 days',
  returnPerishable: '24 hours',
  refundTime: '5 to 10 business days',
  supportHours: 'Monday to Friday, 9 AM to 6 PM West African Time',
  responseTime: '24 hours on weekdays',
  childAge: 13,
  /** An unpaid order expires after this time. */
  payWithin: `${MINUTES_TO_PAY} minutes`,
} as const;

/** Dates in the format of each page. */
export const dates = {
  faqs: '5 December 2024',
  legal: 'November 23, 2024',
  returns: '23 November 2024',
  returnsEffective: '1 January 2025',
} as const;

/** Links for use in texts. */
export const links = {
  mail: `[${brand.email}](mailto:${brand.email})`,
  phone: `[${brand.phone}](tel:${brand.phone.replaceAll(' ', '')})`,
  contact: '[contact form](/contact)',
} as const;
