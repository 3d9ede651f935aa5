import { brand } from '@sokuwa/contract/brand.ts';
import { facts, links } from './facts.ts';
import type { Group, PageMeta } from './page-content.ts';

export const head: PageMeta = {
  title: 'Terms and Conditions',
  description: `What you and ${brand.name} can expect of each other: orders, prices, delivery, accounts, conduct and taxes, in plain words.`,
};

export const lead = `What you can expect from ${brand.name}, and what we expect from you. By using the shop, you agree to it.`;

export const groups: readonly Group[] = [
  {
    id: 'terms-of-service',
    title: 'Terms of service',
    topics: [
      {
        id: 'what-we-are',
        title: 'What we are',
        blocks: [
          `${brand.name} is a market for African products at ${brand.postalAddress}. Independent merchants and our own brands sell here; each product names its merchant. We show the goods, take the order and the payment, and arrange the delivery.`,
        ],
      },
      {
        id: 'prices',
        title: 'Prices',
        blocks: [
          'Prices are in naira (₦). The price in another currency is a conversion for your information, at the exchange rate shown at checkout. Before you pay you see the items, the discount, the delivery charges and the total; the total is what you are charged. If a price or the stock changes while you are at checkout, we ask you again, and nothing is charged before you agree.',
        ],
      },
      {
        id: 'orders',
        title: 'Orders',
        blocks: [
          {
            points: [
              'Your order is placed when you press Proceed To Payment, and confirmed when it is paid. An email with the order code confirms it.',
              `We reserve your items for ${facts.payWithin}. An order that is not paid by then expires.`,
              'No items can be added after confirmation.',
              'Orders can be cancelled until they are shipped, not after.',
              'One discount code can be used per order.',
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
              'If the parcel cannot be delivered and comes back to us, we ask you what to do; sending it again may cost delivery charges again.',
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
          'We are responsible for what we promise here and for what the law requires. We are not responsible for delays caused by customs, strikes or storms, or for goods that your country does not allow in; in those cases we help you recover what we can. Your consumer rights are not affected.',
        ],
      },
      {
        id: 'law',
        title: 'Law and changes',
        blocks: [
          'These terms are governed by the law of Nigeria. If you buy as a consumer elsewhere, you keep the mandatory protection of your own law. When we change these terms, the date at the top changes; the terms in force when you placed an order apply to it.',
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
              'Use your own name and an email address that you read; we use it to contact you about your orders.',
              'Choose a password of at least 8 characters and keep it secret. You are responsible for what is done with your account until you tell us that somebody else has access.',
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
          `The shop is not intended for children under ${facts.childAge}. If you are a minor where you live, you need the consent of a parent or guardian to order.`,
        ],
      },
      {
        id: 'conduct',
        title: 'Fair use',
        blocks: [
          'Please do not:',
          {
            points: [
              'order in the name of others without their permission, or pay with somebody else’s card or account;',
              'send merchants anything other than messages about products: no advertising, insults or threats;',
              'ask a merchant or a shopper to pay outside the shop: we could not help you then;',
              'overload the shop, collect its data automatically, or work around its limits. If you find a security problem, please tell us.',
            ],
          },
          'We may close an account that does this, after a warning where possible. Paid orders are still delivered or refunded.',
        ],
      },
      {
        id: 'content',
        title: 'Words and pictures',
        blocks: [
          'Product texts and pictures belong to their merchants or to us. You may share them with friends, but not use them to sell. What you write remains yours; we may show it to the person it is addressed to.',
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
          'They are the customer’s responsibility. Your country’s customs sets them, and the carrier or the customs office collects them. Our total contains the items, the discount and the delivery charges; we add no tax to it afterwards.',
        ],
      },
      {
        id: 'declaration',
        title: 'What we declare',
        blocks: [
          'We declare each international parcel with its contents and what you paid. We do not declare a lower value or a “gift”, even on request.',
        ],
      },
      {
        id: 'merchants',
        title: 'Merchants',
        blocks: [
          'Each merchant is responsible for the taxes on their earnings here. We keep the records that the law requires, and give them to authorities that are entitled to them.',
        ],
      },
      {
        id: 'receipts',
        title: 'Your receipt',
        blocks: [
          `[My Orders](/order) keeps each order with its items, prices and dates. Write to ${links.mail} if your business needs an invoice with its tax number.`,
        ],
      },
    ],
  },
];
