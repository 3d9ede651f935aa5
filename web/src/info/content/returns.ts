import { brand } from '@sokuwa/contract/brand.ts';
import { dates, facts, links } from './facts.ts';
import type { PageMeta, Topic } from './page-content.ts';

export const head: PageMeta = {
  title: 'Return and Refund Policy',
  description: `How long you have, what can be returned, who pays, and when the money is back: returns, refunds and disputes at ${brand.name}.`,
};

export const lead = `You are not stuck with something that is broken, wrong or not for you. This page says how long you have, what to do, and when your money is back.`;

export const sections: readonly Topic[] = [
  {
    id: 'agreement',
    title: 'Who this applies to',
    blocks: [
      `This policy is in effect since ${dates.returnsEffective}. By using ${brand.name}, you agree to it. It is part of our [Terms and Conditions](/termsandconditions), and it takes nothing from the rights that the law of your country gives you as a consumer.`,
    ],
  },
  {
    id: 'windows',
    title: 'How long you have',
    blocks: [
      {
        facts: [
          {
            term: facts.returnWindow,
            text: 'The return window for unused items in their original condition, with packaging, tags and accessories.',
          },
          {
            term: `${facts.returnNonPerishable} from delivery`,
            text: 'Under this policy, for non-perishable items.',
          },
          {
            term: `${facts.returnPerishable} from delivery`,
            text: 'Under this policy, for perishable items: fresh food and whatever else spoils.',
          },
        ],
      },
      'The clock stops when your message reaches us, not when the parcel does. Write within the shorter time whenever you can: you are then on the safe side of all three.',
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
          'Perishable items that arrived spoilt, damaged or wrong. Do not send them back unless we ask you to: a photo of the item and its label is enough to begin with.',
        ],
      },
      'For reasons of health, opened food, cosmetics and underwear can only be returned if something is wrong with them.',
    ],
  },
  {
    id: 'how',
    title: 'How to return an item',
    blocks: [
      {
        steps: [
          `Write to ${links.mail} with your order code, the item, the reason, and photos if something is wrong. We aim to answer within ${facts.responseTime}.`,
          'We tell you whether it can be returned, where to send it, and who pays for the way.',
          'Pack it with everything that came with it. Write the order code on a slip inside.',
          'Send it, and keep the receipt until the refund is there.',
        ],
      },
    ],
  },
  {
    id: 'shipping-cost',
    title: 'Who pays for the return',
    blocks: [
      {
        points: [
          'We do, when the item is defective, damaged or wrong.',
          'If you changed your mind, fees may apply. We tell you the amount first; you can still keep the item.',
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
          `You have your refund within ${facts.refundTime} after we have received and inspected the returned item.`,
          'It goes to the way you paid with, or to your [wallet](/wallet) as credit that you can use at checkout.',
          'Refunds for perishable items may be partial, by how much of the delivery was affected.',
          'A discount is shared among the items of an order: you get back what you really paid for the item.',
          `Nothing there after ${facts.refundTime}? Ask your bank first, since some take days to show it, then us.`,
        ],
      },
    ],
  },
  {
    id: 'exchanges',
    title: 'Exchanges',
    blocks: ['There are no direct exchanges. Return the item for a refund, and order the one that you want.'],
  },
  {
    id: 'cancelling',
    title: 'Cancelling instead',
    blocks: [
      'An order that is not shipped yet can be [cancelled](/help#cancel-orders), which is quicker than returning it. Once shipped, it can not.',
    ],
  },
];

export const disputes: { id: string; title: string; lead: string; topics: readonly Topic[] } = {
  id: 'disputes',
  title: 'Disputes and resolutions',
  lead: 'When you and a merchant, or you and we, do not agree.',
  topics: [
    {
      id: 'open-dispute',
      title: 'How do I open a dispute?',
      blocks: [
        `Ask the merchant first, from the product’s Contact Seller tab: most things end there. If they do not answer within two working days, or you do not agree with the answer, write to ${links.mail} with “Dispute” and your order code in the subject.`,
      ],
    },
    {
      id: 'dispute-evidence',
      title: 'What should I send?',
      blocks: [
        {
          points: [
            'What you ordered and what you received, with photos of the item, its label and the parcel.',
            'What the merchant and you wrote to each other; what was written in your [Inbox](/inbox) we can see with your leave.',
            'What would settle it for you: a refund, a part of the price, or the missing item.',
          ],
        },
      ],
    },
    {
      id: 'dispute-decision',
      title: 'Who decides, and how?',
      blocks: [
        'A member of our team who had nothing to do with the order. We hear both sides, compare what was described with what arrived, and write to both what we decided and why.',
      ],
    },
    {
      id: 'dispute-outcome',
      title: 'What can come of it?',
      blocks: [
        {
          points: [
            'A full or partial refund, paid as this policy says.',
            'The missing or right item, sent at no cost to you, if the merchant has it.',
            'No change, with the reason in writing.',
          ],
        },
        'A merchant who often sends what was not described leaves the market.',
      ],
    },
    {
      id: 'dispute-appeal',
      title: 'What if I do not agree with the decision?',
      blocks: [
        'Answer the mail and say what we missed. Somebody else looks at it anew. If that does not settle it, you are free to go to the consumer authority or the courts of your country; nothing on this page stands in the way.',
      ],
    },
    {
      id: 'dispute-payment',
      title: 'What is this charge that I do not know?',
      blocks: [
        `Write to ${links.mail} with the date, the amount and the last four digits of the card. If it is ours we tell you what for; if it is not, call your bank at once.`,
      ],
    },
  ],
};
