import { brand } from '@sokuwa/contract/brand.ts';
import { MINUTES_TO_PAY } from '@sokuwa/contract/orders/orders.rules.ts';

/** What more than one page says (INFO-3): change it here, and all of them change. */
export const facts = {
  /** How long unused items can be returned. */
  returnWindow: '30 days',
  /** What the return and refund policy gives beside it. */
  returnNonPerishable: '7 days',
  returnPerishable: '24 hours',
  refundTime: '5 to 10 business days',
  supportHours: 'Monday to Friday, 9 AM to 6 PM West African Time',
  answerTime: '24 hours on weekdays',
  childAge: 13,
  /** Then an order that is not paid is given up. */
  payWithin: `${MINUTES_TO_PAY} minutes`,
} as const;

/** Dates as each page writes them. */
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
