import { brand } from '@sokuwa/contract/brand.ts';
import { dates, facts, links } from './facts.ts';
import type { PageMeta, Topic } from './page-content.ts';

export const head: PageMeta = {
  title: 'Return and Refund Policy',
  description: `How long you have, what can be returned, who pays, and when the money is back: returns, refunds and disputes at ${brand.name}.`,
};

export const lead = `If something is broken, wrong or not right for you, you can return it. This page explains how long you have, what to do, and when you get your refund.`;

export const sections: readonly Topic[] = [
  {
    id: 'agreement',
    title: 'Who this applies to',
    blocks: [
      `This policy has been in effect since ${dates.returnsEffective}. By using ${brand.name}, you agree to it. It is part of our [Terms and Conditions](/termsandconditions), and it does not limit your consumer rights under the law of your country.`,
    ],
  },
  {
    id: 'windows',
    title: 'How long you have',
    blocks: [
      {
        facts: [
          {
            term: `${facts.returnWindow} from delivery`,
            text: 'If you changed your mind: unused items in their original condition, with packaging, tags and accessories.',
          },
          {
            term: `${facts.returnNonPerishable} from delivery`,
            text: 'If something is wrong with non-perishable items: defective, damaged, not what you ordered, or not as described.',
          },
          {
            term: `${facts.returnPerishable} from delivery`,
            text: 'For perishable items, such as fresh food, whatever the reason.',
          },
        ],
      },
      'What counts is when you request the return, not when it arrives. If an order came in several parcels, each counts from its own delivery. The page of your order shows until when you can return each item.',
    ],
  },
  {
    id: 'condition',
    title: 'What can be returned',
    blocks: [
      {
        points: [
          'Items that are unused and in their original condition, with packaging, tags and accessories.',
          'Items that are defective, arrived damaged, or are not what you ordered. Keep them as they are, and take photos.',
          'Perishable items that arrived spoilt, damaged or wrong. Do not send them back unless you are asked to: a photo of the item and its label is enough at first.',
        ],
      },
      'For health reasons, opened food, cosmetics and underwear can be returned only if something is wrong with them.',
    ],
  },
  {
    id: 'how',
    title: 'How to return an item',
    blocks: [
      {
        steps: [
          'Open Account, [My Orders](/order), View Details, and press Return items.',
          `Choose the pieces, the reason and where the refund goes. Write a sentence, and add up to ${facts.returnPictures} photos if something is wrong.`,
          `The merchant decides within ${facts.returnDecision}; otherwise we do. You get an email of each step, and the page of your order shows it.`,
          `Accepted? Send the items as the merchant says, with everything that came with them, so that they arrive within ${facts.returnReceipt}. Keep the receipt until you have your refund.`,
          'When the items have arrived, your refund is requested.',
        ],
      },
      `Declined? Press Ask Us To Decide on the page of your order within ${facts.returnAppeal}. Our decision is final. Until the items have arrived, you can also withdraw the return.`,
      'Items have not arrived? From the last day on which they should have, you can report that in the same way, with the reason “It has not arrived”. There is nothing to send back.',
    ],
  },
  {
    id: 'shipping-cost',
    title: 'Who pays for the return',
    blocks: [
      {
        points: [
          'We do, when the item is defective, damaged or wrong.',
          'If you changed your mind, fees may apply: you pay for sending the item back. You can decide to keep it instead.',
        ],
      },
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds',
    blocks: [
      {
        points: [
          `You get your refund within ${facts.refundTime} after we have received and inspected the returned item.`,
          'It goes to your original payment method, or to your [wallet](/wallet) as credit that you can use at checkout.',
          'Refunds for perishable items may be partial, depending on how much of the delivery was affected.',
          'A discount is divided among the items of an order: you get back what you actually paid for the item.',
          `No refund after ${facts.refundTime}? Ask your bank first, as some take days to show it, then write to us.`,
        ],
      },
    ],
  },
  {
    id: 'exchanges',
    title: 'Exchanges',
    blocks: ['There are no direct exchanges. Return the item for a refund, and order the one you want.'],
  },
  {
    id: 'cancelling',
    title: 'Cancelling instead',
    blocks: [
      'An order that has not shipped yet can be [cancelled](/help#cancel-orders), which is quicker than a return. Orders cannot be cancelled once shipped.',
    ],
  },
];

export const disputes: { id: string; title: string; lead: string; topics: readonly Topic[] } = {
  id: 'disputes',
  title: 'Disputes and resolutions',
  lead: 'What to do when you disagree with a merchant or with us.',
  topics: [
    {
      id: 'open-dispute',
      title: 'How do I open a dispute?',
      blocks: [
        `Ask the merchant first, from the product’s Contact Seller tab: most problems are solved there. If they do not answer within two working days, or you do not agree with the answer, write to ${links.mail} with “Dispute” and your order code in the subject.`,
        'If a return was declined, you do not need to write: press Ask Us To Decide on the page of your order.',
      ],
    },
    {
      id: 'dispute-evidence',
      title: 'What should I send?',
      blocks: [
        {
          points: [
            'What you ordered and what you received, with photos of the item, its label and the parcel.',
            'Your messages with the merchant. With your permission, we can read those in your [Inbox](/inbox).',
            'What you would like: a refund, a partial refund, or the missing item.',
          ],
        },
      ],
    },
    {
      id: 'dispute-decision',
      title: 'Who decides, and how?',
      blocks: [
        'A member of our team who was not involved in the order. We hear both sides, compare the description with what arrived, and tell both of you what we decided and why.',
      ],
    },
    {
      id: 'dispute-outcome',
      title: 'What are the possible outcomes?',
      blocks: [
        {
          points: [
            'A full or partial refund, paid as this policy says.',
            'The missing or correct item, sent free of charge, if the merchant has it.',
            'No change, with the reason in writing.',
          ],
        },
        'We remove merchants who often send items that do not match their description.',
      ],
    },
    {
      id: 'dispute-appeal',
      title: 'What if I do not agree with the decision?',
      blocks: [
        'Our decision about a return is final. About anything else, reply to the email and tell us what we missed: somebody else reviews the case. If that does not settle it, you can go to the consumer authority or the courts of your country; this page does not limit that right.',
      ],
    },
    {
      id: 'dispute-payment',
      title: 'What is this charge I do not recognize?',
      blocks: [
        `Write to ${links.mail} with the date, the amount and the last four digits of the card. If it is ours, we tell you what it is for; if not, call your bank at once.`,
      ],
    },
  ],
};
