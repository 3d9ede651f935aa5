import { brand } from '@sokuwa/contract/brand.ts';
import { MINUTES_TO_PAY } from '@sokuwa/contract/orders/orders.rules.ts';
import {
  APPEAL_DAYS,
  DECISION_DAYS,
  FAULT_RETURN_DAYS,
  MAX_RETURN_PICTURES,
  PERISHABLE_RETURN_HOURS,
  RECEIPT_DAYS,
  RETURN_DAYS,
} from '@sokuwa/contract/returns/returns.rules.ts';

/** Facts that several pages state (INFO-3). */
export const facts = {
  /** From delivery: unused items that the buyer does not want any more. */
  returnWindow: `${RETURN_DAYS} days`,
  /** From delivery: non-perishable items that are not as they should be. */
  returnNonPerishable: `${FAULT_RETURN_DAYS} days`,
  /** From delivery: perishable items, whatever the reason. */
  returnPerishable: `${PERISHABLE_RETURN_HOURS} hours`,
  returnPictures: MAX_RETURN_PICTURES,
  /** How long the merchant has to decide about a return. */
  returnDecision: `${DECISION_DAYS} days`,
  /** How long the returned items may take to arrive. */
  returnReceipt: `${RECEIPT_DAYS} days`,
  /** How long a buyer can ask the shop to decide about a declined return. */
  returnAppeal: `${APPEAL_DAYS} days`,
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
