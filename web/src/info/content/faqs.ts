import { brand } from '@sokuwa/contract/brand.ts';
import { facts, links } from './facts.ts';
import type { Block, Group, PageMeta } from './page-content.ts';

export const head: PageMeta = {
  title: 'Frequently asked questions',
  description: `Returns, shipping abroad, tracking, cancelling, payment, privacy and discounts at ${brand.name}: short answers to what shoppers ask most.`,
};

export const lead = 'Short answers to what shoppers ask most. Press a question to read its answer.';

export const groups: readonly Group[] = [
  {
    id: 'returns',
    title: 'Return policy',
    topics: [
      {
        id: 'return-window',
        title: 'How long do I have to return something?',
        blocks: [
          `You have ${facts.returnWindow} to return unused items in their original condition, with packaging, tags and accessories.`,
          `Our [Return and Refund Policy](/returnandrefundpolicy#windows) also names ${facts.returnNonPerishable} from delivery for non-perishable items and ${facts.returnPerishable} for perishable ones. Write to us within the shorter time whenever you can: that keeps every way open.`,
        ],
      },
      {
        id: 'how-to-return',
        title: 'How do I return an item?',
        blocks: [
          {
            steps: [
              `Write to ${links.mail} with your order code, what you want to return and why. Add photos if it arrived damaged or wrong.`,
              'Wait for our answer: it says where the parcel goes and who pays for it.',
              'Pack the item with everything that came with it, and send it.',
            ],
          },
        ],
      },
      {
        id: 'refund-time',
        title: 'When do I get my money back?',
        blocks: [
          `Within ${facts.refundTime} after we have received and inspected the item. The money goes back the way you paid, or to your [wallet](/wallet) as credit. Refunds for perishable items may be partial.`,
        ],
      },
      {
        id: 'exchange',
        title: 'Can I exchange an item for another?',
        blocks: [
          'Not directly. Return the item for a refund and order the one that you want; that way its price and stock are certain.',
        ],
      },
      {
        id: 'return-shipping',
        title: 'Who pays for sending it back?',
        blocks: [
          'We do when the item is defective, damaged or not what you ordered. If you changed your mind, the return may cost a fee; we tell you how much before you send anything.',
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
          'We ship worldwide. Put your delivery address in at checkout: the cost and the estimated days appear beside your cart before you pay. Should no carrier serve your address, the page says so there, and you are charged nothing.',
        ],
      },
      {
        id: 'shipping-cost',
        title: 'How is the cost of shipment worked out?',
        blocks: [
          'From where the parcel goes and from its weight or its size, whichever is more. The weight of each product is on its page.',
        ],
      },
      {
        id: 'duties',
        title: 'Will I pay import duties or taxes?',
        blocks: [
          'Possibly, and they are yours to pay: each country sets its own, and the carrier or customs collects them on arrival. They are not part of our price. Your customs office can tell you beforehand what food, plants and cosmetics it lets in.',
        ],
      },
      {
        id: 'change-address',
        title: 'Can I change the delivery address after ordering?',
        blocks: [
          `Yes, until the order is shipped. Write to ${links.mail} with the order code and the new address at once. After shipment the parcel can not be turned.`,
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
          `It is sent when the parcel leaves. If your order says Shipped and there is no mail, look in the spam folder, then write to ${links.mail}.`,
        ],
      },
      {
        id: 'late-parcel',
        title: 'What can I do when my parcel is late?',
        blocks: [
          'Look at the carrier’s page first: customs is the most common cause, and it often waits for a word from you. If nothing has moved for five working days, tell us your order code, and we ask the carrier.',
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
          'Not to look around and fill a cart. To check out you [sign in](/login) or [register](/register); your cart comes along.',
        ],
      },
      {
        id: 'ways-to-pay',
        title: 'How can I pay?',
        blocks: [
          {
            points: ['Card', 'Bank transfer', 'Your bank account number', 'QR code', 'A mobile wallet app', 'PayPal'],
          },
          `Which of them you are offered depends on your country and bank; the payment page shows yours. An order that is not paid within ${facts.payWithin} is given up, and what was put aside for it goes back on the shelf. [Each way, step by step](/help#make-payment).`,
        ],
      },
      {
        id: 'cancel',
        title: 'Can I cancel my order?',
        blocks: [
          'Until it is shipped, yes: Account, My Orders, View Details, Cancel Order. What you paid is given back. Once shipped, an order can not be cancelled; you can [return it](#how-to-return) when it arrives.',
        ],
      },
      {
        id: 'add-items',
        title: 'Can I add something to an order?',
        blocks: [
          'Not after it is confirmed. Place a second order; or, if nothing is shipped yet, cancel the first and order everything together.',
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
          'Pictures and descriptions come from the merchant. What is woven, carved or grown differs a little from piece to piece. If what arrives is not what was described, it counts as wrong, and [returning it](#return-shipping) costs you nothing.',
        ],
      },
      {
        id: 'ask-about-product',
        title: 'Who can tell me more about a product?',
        blocks: [
          'Its merchant. Open the product, choose the Contact Seller tab, and ask. The answer arrives in your [Inbox](/inbox).',
        ],
      },
      {
        id: 'out-of-stock',
        title: 'Will something that is out of stock come back?',
        blocks: [
          'Often. Press the heart to keep it among your [Saved Items](/saved-items) and look again, or ask the merchant when more is expected.',
        ],
      },
      {
        id: 'two-prices',
        title: 'Why are there two prices?',
        blocks: [
          'The price in naira (₦) is what you pay. The other shows about how much that is in the currency of the country chosen at the top of the page; for Nigeria it is US dollars. Your bank’s rate on the day may differ a little.',
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
        title: 'What should I write so that it goes quickly?',
        blocks: [
          'Your order code, which item it is about, what happened and what you would like. A photo saves a day where something is broken or wrong.',
        ],
      },
      {
        id: 'merchant-does-not-answer',
        title: 'What if the merchant does not answer?',
        blocks: [
          `Give them two working days; then tell us at ${links.mail}. We step in: see [disputes and resolutions](/returnandrefundpolicy#disputes).`,
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
          'You type it on the page of our payment provider, never on ours. We learn that you paid, how much and with which reference; nothing else.',
        ],
      },
      {
        id: 'my-data',
        title: 'What do you know about me, and can I have it erased?',
        blocks: [
          'What an order needs: [the list is here](/privacypolicy#what-we-keep). In [My Profile](/profile) you can download all of it as a file, or delete the account.',
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
        blocks: [`The shop is not for children under ${facts.childAge}, and we do not knowingly keep data about them.`],
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
        blocks: [
          'Type it into the coupon box at checkout and press Apply. The new total shows at once, and is what you pay.',
        ],
      },
      {
        id: 'several-codes',
        title: 'Can I use several codes?',
        blocks: [
          'One code for each order. If you have two, see which one takes more off; a code that you did not use stays good until it ends.',
        ],
      },
      {
        id: 'code-refused',
        title: 'Why is my code refused?',
        blocks: [
          'It may be misspelt, over, used before, or meant for a larger order. The box says which. A code counts as used when you place an order with it; cancel that order before it ships and the code is yours again.',
        ],
      },
      {
        id: 'find-deals',
        title: 'Where do I find what is reduced?',
        blocks: [
          'In [Hot Deals](/product/list?section=hotDeals&page=1). The old price is struck through, and the line below says how much you save.',
        ],
      },
    ],
  },
];

export const closing: { title: string; blocks: readonly Block[] } = {
  title: 'Your question is not here?',
  blocks: [
    `Write to ${links.mail}. We are there ${facts.supportHours}, and aim to answer within ${facts.responseTime}.`,
  ],
};
