import { createHash } from 'node:crypto';
import { brand } from '@sokuwa/contract/brand.ts';
import { MAX_HANDLING_DAYS } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { MerchantTerms } from '@sokuwa/contract/joining/joining.schemas.ts';
import { BANK_ACCOUNT_DELAY_DAYS } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { FAULT_RETURN_DAYS, PERISHABLE_RETURN_HOURS, RETURN_DAYS } from '@sokuwa/contract/returns/returns.rules.ts';
import type { Config } from '../config.ts';
import { MIN_RELEASE_DAYS } from '../orders/index.ts';

/** Increase it with each change of what the terms say. */
const EDITION = 1;
const DIGEST_LENGTH = 8;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const formatNaira = (kobo: number): string => `₦${(kobo / 100).toLocaleString('en-NG')}`;

const writeSections = ({
  orders: { commissionPerMille },
  payouts: { weekday, minimumKobo },
}: Pick<Config, 'orders' | 'payouts'>): MerchantTerms['sections'] => {
  const day = WEEKDAYS[weekday - 1];
  return [
    {
      heading: 'What this is',
      paragraphs: [
        `This is an agreement between you, the merchant, and ${brand.name}, the marketplace. You sell your goods to shoppers in your own name; ${brand.name} shows them, takes the payment, and pays you.`,
        'You may accept it only if you are an adult and may act for the business that sells. What you tell us when you apply has to be true, and you tell us when it changes.',
      ],
    },
    {
      heading: 'Commission',
      paragraphs: [
        `${brand.name} keeps ${commissionPerMille / 10}% of the price of each sale, unless we agree another share with you in writing. There is no monthly fee and no fee for a product.`,
        'The share that holds when an order is placed holds for that order. We tell you 30 days before it changes.',
      ],
    },
    {
      heading: 'Payouts',
      paragraphs: [
        `You are paid in naira, to the bank account that you have entered: ${day === undefined ? 'when a payout is made' : `every ${day}`}, as soon as there are at least ${formatNaira(minimumKobo)}.`,
        `A sale is paid when its goods can no longer be returned: ${RETURN_DAYS} days after they have arrived, or ${MIN_RELEASE_DAYS} days if they spoil. While a return or a dispute is open, its money waits.`,
        `A change of your bank account takes effect after ${BANK_ACCOUNT_DELAY_DAYS} days, and we mail it to you.`,
      ],
    },
    {
      heading: 'Shipping',
      paragraphs: [
        `You say within how many working days you ship, ${MAX_HANDLING_DAYS} at most, and ship every paid order within them, well packed, to the address of the order. You record each parcel when it leaves.`,
        'You keep your stock up to date. What you cannot ship, you cancel at once; the buyer is then refunded. Whoever is often late or cancels often may lose the store.',
      ],
    },
    {
      heading: 'Returns',
      paragraphs: [
        `One policy holds for all stores. A buyer can return goods unused within ${RETURN_DAYS} days, and report a fault within ${FAULT_RETURN_DAYS} days. Goods that spoil can be returned within ${PERISHABLE_RETURN_HOURS} hours.`,
        'You decide about a return, and say why if you decline it. The buyer can then ask the shop to decide, and both of us accept that decision. What is refunded to the buyer is deducted from what you are paid, and its commission is given back to you.',
      ],
    },
    {
      heading: 'Your products',
      paragraphs: [
        'You sell only what you own or may sell, describe it as it is, and use only pictures and texts that you may use. Prices include all taxes that you owe.',
        'You may not offer: stolen or counterfeit goods; weapons, ammunition and explosives; drugs, tobacco, and medicines that need a prescription; alcohol to minors; live animals, ivory and anything of protected species; human remains; antiquities that may not be exported; recalled or expired goods; personal data; and anything else that is forbidden where you or the buyer live.',
        `${brand.name} may take out of the shop what breaks these rules, and tells you why.`,
      ],
    },
    {
      heading: 'Buyers and their data',
      paragraphs: [
        'You get the name, address and phone number of a buyer only to ship an order and to answer questions about it. You delete them when you no longer need them, and do not use them for advertising.',
        `You answer buyers within two working days, and politely. You do not ask them to pay outside ${brand.name}.`,
      ],
    },
    {
      heading: 'When it ends',
      paragraphs: [
        `You can close your store at any time, and ${brand.name} can end this agreement with 30 days' notice. If you deceive buyers, sell what is forbidden, or do not ship what is paid, ${brand.name} may suspend the store at once.`,
        'Paid orders are still shipped, returns are still accepted, and what you are owed is still paid.',
        `We change these terms only with 30 days' notice by email. The law of the Federal Republic of Nigeria applies. Questions: ${brand.email}.`,
      ],
    },
  ];
};

/**
 * The terms for merchants, with the values of the settings (JOIN-8).
 * @returns a version that is another one as soon as a word or a value is
 */
export const getMerchantTerms = (config: Parameters<typeof writeSections>[0]): MerchantTerms => {
  const sections = writeSections(config);
  const digest = createHash('sha256').update(JSON.stringify(sections)).digest('hex').slice(0, DIGEST_LENGTH);
  return { version: `${EDITION}-${digest}`, sections };
};
