import { brand } from '@sokuwa/contract/brand.ts';
import { facts, links } from './facts.ts';
import type { Block, Group, PageMeta } from './page-content.ts';

export const head: PageMeta = {
  title: 'Frequently asked questions',
  description: `Returns, shipping abroad, tracking, cancelling, payment, privacy and discounts at ${brand.name}: short answers to what shoppers ask most.`,
};

export const lead = 'Short answers to what shoppers ask most. Select a question to read its answer.';

export const groups: readonly Group[] = [
  {
    id: 'returns',
    title: 'Return policy',
    topics: [
      {
        id: 'return-window',
        title: 'How long do I have to return something?',
        blocks: [
          `If you changed your mind, you have ${facts.returnWindow} from delivery to return unused items in their original condition, with packaging, tags and accessories.`,
          `If something is wrong, our [Return and Refund Policy](/returnandrefundpolicy#windows) gives ${facts.returnNonPerishable} from delivery for non-perishable items. It gives ${facts.returnPerishable} for perishable items, whatever the reason. The page of your order shows until when you can return each item.`,
        ],
      },
      {
        id: 'how-to-return',
        title: 'How do I return an item?',
        blocks: [
          {
            steps: [
              'Open Account, [My Orders](/order), View Details, and press Return items.',
              `Choose the pieces, the reason and where the refund goes. Write a sentence, and add up to ${facts.returnPictures} photos if something is wrong.`,
              `The merchant decides within ${facts.returnDecision}; otherwise we do. You get an email of each step.`,
              'Send the items as the merchant says. The refund is requested when they have arrived.',
            ],
          },
          `Declined? Press Ask Us To Decide within ${facts.returnAppeal}. Our decision is final.`,
        ],
      },
      {
        id: 'refund-time',
        title: 'When do I get my money back?',
        blocks: [
          `Within ${facts.refundTime} after we have received and inspected the item. The money goes back to your original payment method, or to your [wallet](/wallet) as credit. Refunds for perishable items may be partial.`,
        ],
      },
      {
        id: 'exchange',
        title: 'Can I exchange an item for another?',
        blocks: ['Not directly. Return the item for a refund and order the one you want.'],
      },
      {
        id: 'return-shipping',
        title: 'Who pays for sending it back?',
        blocks: [
          'We do when the item is defective, damaged or not what you ordered. If you changed your mind, the return may cost a fee: you pay for sending it.',
        ],
      },
    ],
  },
  {
    id: 'shipping',
    title: 'International shipping',
    topics: [
      {
        id: 'where-we-ship',
        title: 'Do you ship to my country?',
        blocks: [
          'We ship worldwide. Enter your delivery address at checkout: the cost and the estimated delivery time appear beside your cart before you pay. If no carrier serves your address, the page says so and you are not charged.',
        ],
      },
      {
        id: 'shipping-cost',
        title: 'How are delivery charges calculated?',
        blocks: ['From the destination and the weight of your order. The weight of each product is on its page.'],
      },
      {
        id: 'duties',
        title: 'Will I pay import duties or taxes?',
        blocks: [
          'Possibly. Import duties and taxes are your responsibility: each country sets its own, and the carrier or customs collects them on arrival. They are not part of our price. Your customs office can tell you in advance which food, plants and cosmetics may be imported.',
        ],
      },
      {
        id: 'change-address',
        title: 'Can I change the delivery address after ordering?',
        blocks: [
          'Yes, until the order is shipped, if the delivery costs the same there: open the order in [My Orders](/order) and press Change beside the address. If it costs more or less, cancel the order and place it again. After shipment the address cannot be changed.',
        ],
      },
    ],
  },
  {
    id: 'tracking',
    title: 'Tracking orders',
    topics: [
      {
        id: 'where-is-my-order',
        title: 'Where is my order?',
        blocks: [
          'After shipment we email you a tracking number; enter it on the carrier’s site. Before that, [My Orders](/order) shows the status: Pending, Paid, Shipped, Delivered or Cancelled. The Help Center has [the steps](/help#track-orders).',
        ],
      },
      {
        id: 'no-tracking-number',
        title: 'Is something wrong if I have no tracking number yet?',
        blocks: [
          `We send it when your order ships. If your order says Shipped and you have no email, check your spam folder, then write to ${links.mail}.`,
        ],
      },
      {
        id: 'late-parcel',
        title: 'What can I do when my parcel is late?',
        blocks: [
          'Check the carrier’s tracking page first: customs is the most common cause, and may need information from you. If nothing has changed for five working days, send us your order code and we will ask the carrier. From the last day on which it should have arrived, you can report on the page of your order that it has not: the merchant decides, and otherwise we do.',
        ],
      },
    ],
  },
  {
    id: 'ordering',
    title: 'Ordering and cancelling',
    topics: [
      {
        id: 'need-account',
        title: 'Do I need an account?',
        blocks: [
          'Not to browse and fill a cart. To check out you [sign in](/login) or [register](/register); your cart stays with you.',
        ],
      },
      {
        id: 'ways-to-pay',
        title: 'How can I pay?',
        blocks: [
          {
            points: ['Card', 'Bank transfer', 'Your bank account number', 'QR code', 'A mobile wallet app', 'PayPal'],
          },
          `Which of these you can use depends on your country and bank; the payment page shows yours. An order that is not paid within ${facts.payWithin} expires, and its items go back on sale. [Each payment method, step by step](/help#make-payment).`,
        ],
      },
      {
        id: 'cancel',
        title: 'Can I cancel my order?',
        blocks: [
          'Yes, until it is shipped: Account, My Orders, View Details, Cancel Order. We refund what you paid. Once shipped, an order cannot be cancelled; you can [return it](#how-to-return) when it arrives.',
        ],
      },
      {
        id: 'add-items',
        title: 'Can I add something to an order?',
        blocks: [
          'No items can be added after an order is confirmed. Place a second order or, if nothing has shipped yet, cancel the first and order everything together.',
        ],
      },
    ],
  },
  {
    id: 'products',
    title: 'Product information',
    topics: [
      {
        id: 'true-to-picture',
        title: 'Will it look like the picture?',
        blocks: [
          'Pictures and descriptions come from the merchant. Handmade and natural products vary a little from piece to piece. If what arrives does not match its description, it counts as wrong, and [the return](#return-shipping) is free.',
        ],
      },
      {
        id: 'ask-about-product',
        title: 'Who can tell me more about a product?',
        blocks: [
          'Its merchant. Open the product, choose the Contact Seller tab, and ask. The reply arrives in your [Inbox](/inbox).',
        ],
      },
      {
        id: 'out-of-stock',
        title: 'Will something that is out of stock come back?',
        blocks: [
          'Often. Press the heart to add it to your [Saved Items](/saved-items), and we can email you when it is back. Or ask the merchant when more is expected.',
        ],
      },
      {
        id: 'two-prices',
        title: 'Why are there two prices?',
        blocks: [
          'The price in naira (₦) is what you pay. The other is an estimate in the currency of the country chosen at the top of the page; for Nigeria it is US dollars. Your bank’s rate may differ a little.',
        ],
      },
    ],
  },
  {
    id: 'support',
    title: 'Customer support',
    topics: [
      {
        id: 'support-hours',
        title: 'When can I reach you?',
        blocks: [
          `${facts.supportHours}. We aim to answer every message within ${facts.responseTime}. Live chat is open 24/7. [All ways to reach us](/help#channels).`,
        ],
      },
      {
        id: 'what-to-write',
        title: 'What should I include in my message?',
        blocks: [
          'Your order code, the item, what happened and what you would like us to do. Add a photo if something is broken or wrong.',
        ],
      },
      {
        id: 'merchant-does-not-answer',
        title: 'What if the merchant does not answer?',
        blocks: [
          `Give them two working days, then write to ${links.mail} and we will step in: see [disputes and resolutions](/returnandrefundpolicy#disputes).`,
        ],
      },
    ],
  },
  {
    id: 'security',
    title: 'Security and privacy',
    topics: [
      {
        id: 'card-safety',
        title: 'Is my card safe?',
        blocks: [
          'You enter your card on our payment provider’s page, never on ours. We only learn that you paid, how much, and the payment’s reference.',
        ],
      },
      {
        id: 'my-data',
        title: 'What do you know about me, and can I delete it?',
        blocks: [
          'What an order needs: see [the full list](/privacypolicy#what-we-keep). In [My Profile](/profile) you can download all of it as a file, or delete the account.',
        ],
      },
      {
        id: 'spot-fraud',
        title: 'How do I know that a message is really from you?',
        blocks: [
          `We never ask for your password, your card number or a code from your bank, and never for payment outside the checkout. If a message does, do not follow its links: forward it to ${links.mail}.`,
        ],
      },
      {
        id: 'minimum-age',
        title: 'Is there a minimum age?',
        blocks: [
          `The shop is not intended for children under ${facts.childAge}, and we do not knowingly collect their data.`,
        ],
      },
    ],
  },
  {
    id: 'sales',
    title: 'Sales and promotions',
    topics: [
      {
        id: 'use-code',
        title: 'How do I use a discount code?',
        blocks: ['Enter it in the coupon box at checkout and press Apply. You see the new total at once.'],
      },
      {
        id: 'several-codes',
        title: 'Can I use several codes?',
        blocks: [
          'You can use one discount code per order. If you have two, try which one saves more; an unused code stays valid until it expires.',
        ],
      },
      {
        id: 'code-refused',
        title: 'Why is my code refused?',
        blocks: [
          'It may be mistyped, expired, already used, or for larger orders only; the message says which. A code counts as used when you place an order with it. If you cancel that order before it ships, you can use the code again.',
        ],
      },
      {
        id: 'find-deals',
        title: 'Where do I find discounts?',
        blocks: [
          'In [Hot Deals](/product/list?section=hotDeals&page=1). The original price is crossed out, and the line below says how much you save.',
        ],
      },
    ],
  },
];

export const closing: { title: string; blocks: readonly Block[] } = {
  title: 'Didn’t find your answer?',
  blocks: [
    `Write to ${links.mail}. We are available ${facts.supportHours}, and aim to answer within ${facts.responseTime}.`,
  ],
};
