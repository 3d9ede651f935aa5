import { brand } from '@sokuwa/contract/brand.ts';
import { facts, links } from './facts.ts';
import type { PageMeta, Topic } from './page-content.ts';

export const head: PageMeta = {
  title: 'Help Center',
  description: `Step by step: place an order, pay, track, cancel and return at ${brand.name}. And how to reach a person by chat or phone.`,
};

export const lead = 'What can we help you with?';

/** The guide with a field for the order code below its steps. */
export const TRACK_GUIDE = 'track-orders';

export const guides: readonly Topic[] = [
  {
    id: 'place-order',
    title: 'Place an order',
    blocks: [
      {
        steps: [
          'Find what you want: type it into the search box, or open All Categories.',
          'Open the product. Look at its pictures, weight, merchant and price.',
          'Choose how many and press Add To Cart.',
          'Press Proceed To Cart, or Continue Shopping for more.',
          'In the cart, check each line and the subtotal, then press Checkout.',
          'Sign in, or create an account. Your cart stays with you.',
          'Choose a delivery address or add a new one. The delivery charges, the total and the estimated delivery appear beside it. If you have a coupon, apply it now.',
          'Press Proceed To Payment, and pay. An email with your order code confirms it.',
        ],
      },
    ],
  },
  {
    id: 'make-payment',
    title: 'Make payment',
    blocks: [
      `Proceed To Payment opens the page of our payment provider with the total of your order. Choose how to pay there. You have ${facts.payWithin}; after that the order expires and you are not charged.`,
      {
        title: 'Card',
        steps: [
          'Choose Card and enter number, expiry date and security code.',
          'Confirm with the code or the app of your bank, if it asks for it.',
          'Wait until you are back in the shop. The page says whether it worked.',
        ],
      },
      {
        title: 'Transfer',
        steps: [
          'Choose Transfer. The page shows an account number made for this one order.',
          'Send exactly the amount shown, from your bank’s app or branch.',
          'Press the button that says you have paid, and keep the page open until it is confirmed.',
        ],
      },
      {
        title: 'Bank account number',
        steps: [
          'Choose Bank, then your bank from the list.',
          'Enter your account number.',
          'Approve with the code that your bank sends you.',
        ],
      },
      {
        title: 'QR code',
        steps: [
          'Choose QR code. A code appears.',
          'Scan it with your bank’s app. On the phone that shows it, save the picture and open it in the app.',
          'Approve the amount in the app.',
        ],
      },
      {
        title: 'Mobile wallet app',
        steps: [
          'Choose the mobile wallet and enter the phone number that it belongs to.',
          'Open the app, or wait for its prompt.',
          'Approve the amount with your PIN.',
        ],
      },
      'If a payment fails, the shop says why. Your money stays with you or returns to you, and you can try again another way.',
    ],
  },
  {
    id: TRACK_GUIDE,
    title: 'Track orders',
    blocks: [
      {
        steps: [
          'Open the Account menu at the top of the page. Sign in first, if it asks you to.',
          'Choose Track Order: in the menu it is called Track My Order. Your orders are listed with their codes and status.',
          'Enter the order code to open one, for example in the field of this page. You’ll find it in your confirmation email’s subject.',
        ],
      },
    ],
  },
  {
    id: 'cancel-orders',
    title: 'Cancel orders',
    blocks: [
      'An order can be cancelled until it is shipped.',
      {
        steps: [
          'Open the Account menu and choose My Orders.',
          'Press View Details beside the order.',
          'Press Cancel Order, then Proceed.',
        ],
      },
      'If you paid, we refund your original payment method, or your wallet where the payment provider cannot. Already shipped? [Return it](#return-item) when it arrives.',
    ],
  },
  {
    id: 'return-item',
    title: 'Return an item',
    blocks: [
      {
        steps: [
          'Check that the item [can be returned](/returnandrefundpolicy#windows) and how long you have.',
          'Open the Account menu, choose My Orders, press View Details beside the order, and press Return items.',
          `Choose the pieces, the reason and where the refund goes. Write a sentence, and add up to ${facts.returnPictures} photos if something is wrong.`,
          `Wait for the merchant, who decides within ${facts.returnDecision}; otherwise we do. You get an email of each step.`,
          'Send the items as the merchant says, with everything that came with them, and keep the receipt.',
          `Your refund comes within ${facts.refundTime} after we have received and inspected the items.`,
        ],
      },
      `Declined? Press Ask Us To Decide on the page of your order within ${facts.returnAppeal}. Our decision is final.`,
    ],
  },
];

type Channel = { icon: 'chat' | 'call'; title: string; text: string; action: string; href: string };

export const channels: { id: string; title: string; ways: readonly Channel[]; closing: string } = {
  id: 'channels',
  title: 'Talk to a person',
  ways: [
    {
      icon: 'chat',
      title: 'Live Chat',
      text: 'Open 24/7, on WhatsApp. Have your order code ready.',
      action: 'Start a chat',
      href: brand.social.whatsapp,
    },
    {
      icon: 'call',
      title: 'Call Us',
      text: `${facts.supportHours}.`,
      action: brand.phone,
      href: `tel:${brand.phone.replaceAll(' ', '')}`,
    },
  ],
  closing: `Not urgent? Write to ${links.mail} or use the ${links.contact}: we aim to answer within ${facts.responseTime}. You may find your answer in the [FAQs](/faqs).`,
};
