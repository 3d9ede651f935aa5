import { brand } from '@sokuwa/contract/brand.ts';
import { facts, links } from './facts.ts';
import type { Group, PageMeta } from './page-content.ts';

export const head: PageMeta = {
  title: 'Terms and Conditions',
  description: `What you and ${brand.name} can expect of each other: orders, prices, delivery, accounts, conduct and taxes, in plain words.`,
};

export const lead = `What you can expect of ${brand.name}, and what we expect of you. By using the shop, you agree to it.`;

export const groups: readonly Group[] = [
  {
    id: 'terms-of-service',
    title: 'Terms of service',
    topics: [
      {
        id: 'what-we-are',
        title: 'What we are',
        blocks: [
          `${brand.name} is a market for African products at ${brand.postalAddress}. Independent merchants and our own brands sell here; each product names its merchant. We show the goods, take the order and the payment, and see to the delivery.`,
        ],
      },
      {
        id: 'prices',
        title: 'Prices',
        blocks: [
          'Prices are in naira (₦). The price in another currency is a conversion for your information, at the exchange rate shown at checkout. Before you pay you see the items, the discount, the shipment and the total; the total is what you are charged. If a price or the stock changes while you are at checkout, we ask you again, and nothing is charged before you agree.',
        ],
      },
      {
        id: 'orders',
        title: 'Orders',
        blocks: [
          {
            points: [
              'Your order is placed when you press Proceed To Payment, and confirmed when it is paid. A mail with the order code confirms it.',
              `What you ordered is put aside for you for ${facts.payWithin}. An order that is not paid by then is given up.`,
              'No items can be added after confirmation.',
              'You can cancel until the order is shipped, and not after.',
              'One discount code can be used for each order.',
            ],
          },
        ],
      },
      {
        id: 'delivery',
        title: 'Delivery',
        blocks: [
          {
            points: [
              'We ship worldwide, where a carrier serves the address.',
              'The delivery time is an estimate. A tracking number comes by email after shipment.',
              'The address can be changed only before shipping.',
              'If nobody can take the parcel in and it comes back to us, we ask you how to go on; sending it again may cost its shipment anew.',
            ],
          },
        ],
      },
      {
        id: 'returns',
        title: 'Returns and refunds',
        blocks: ['They follow the [Return and Refund Policy](/returnandrefundpolicy), which is part of these terms.'],
      },
      {
        id: 'liability',
        title: 'If something goes wrong',
        blocks: [
          'We answer for what we promise here and for what the law makes us answer for. We do not answer for delays by customs, strikes or storms, nor for goods that your country does not let in; there we help you to get back what can be had. Your rights as a consumer stay whole.',
        ],
      },
      {
        id: 'law',
        title: 'Law and changes',
        blocks: [
          'These terms follow the law of Nigeria. If you buy as a consumer elsewhere, the protection that your own law does not let you sign away stays yours. When we change these terms, the date at the top changes; an order follows the terms of the day it was placed.',
        ],
      },
    ],
  },
  {
    id: 'user-agreement',
    title: 'User agreement',
    topics: [
      {
        id: 'your-account',
        title: 'Your account',
        blocks: [
          {
            points: [
              'Use your own name and an email address that you read; we write there about your orders.',
              'Keep your password to yourself, at least 8 characters long. What is done with your account counts as done by you, until you tell us that somebody else has got in.',
              `If that happens, [reset the password](/forgot-password) and write to ${links.mail}.`,
              'You can [delete the account](/profile) at any time.',
            ],
          },
        ],
      },
      {
        id: 'age',
        title: 'Age',
        blocks: [
          `The shop is not for children under ${facts.childAge}. Whoever is not of age where they live orders with the consent of a parent or guardian.`,
        ],
      },
      {
        id: 'conduct',
        title: 'Fair use',
        blocks: [
          'Please do not:',
          {
            points: [
              'order in the name of others without their leave, or with means of payment that are not yours;',
              'send merchants anything but questions and answers about goods: no advertising, insults or threats;',
              'lead a merchant or a shopper to pay outside the shop: nobody can help you then;',
              'test how much the shop can bear, collect its data by machine, or look for ways around its limits. If you find a hole, tell us; we are grateful.',
            ],
          },
          'We may close an account that does so, after a warning where there is time for one. Orders that are paid are still delivered or refunded.',
        ],
      },
      {
        id: 'content',
        title: 'Words and pictures',
        blocks: [
          'Product texts and pictures belong to their merchants or to us. Show them to friends; do not sell with them. What you write stays yours; we may show it to whom it is addressed.',
        ],
      },
    ],
  },
  {
    id: 'tax-compliance',
    title: 'Tax compliance',
    topics: [
      {
        id: 'duties',
        title: 'Import duties and taxes',
        blocks: [
          'They are the customer’s responsibility. Your country’s customs sets them, and the carrier or the customs office collects them. Our total holds the items, the discount and the shipment; we add no tax to it afterwards.',
        ],
      },
      {
        id: 'declaration',
        title: 'What we declare',
        blocks: [
          'Each parcel abroad is declared with what is in it and what you paid. We do not write a lower value or “gift” on it, also when asked to.',
        ],
      },
      {
        id: 'merchants',
        title: 'Merchants',
        blocks: [
          'Each merchant answers for the taxes on what they earn here. We keep the records that the law asks for, and hand them to authorities that have a right to them.',
        ],
      },
      {
        id: 'receipts',
        title: 'Your receipt',
        blocks: [
          `[My Orders](/order) keeps each order with its items, prices and dates. Write to ${links.mail} if your business needs an invoice with its tax number on it.`,
        ],
      },
    ],
  },
];
