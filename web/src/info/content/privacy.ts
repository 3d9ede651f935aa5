import { brand } from '@sokuwa/contract/brand.ts';
import { facts, links } from './facts.ts';
import type { PageMeta, Topic } from './page-content.ts';

export const head: PageMeta = {
  title: 'Privacy Policy',
  description: `What ${brand.name} knows about you, why, who else sees it, and how you get it, change it or have it erased.`,
};

export const lead =
  'We keep what an order needs, show it to nobody who does not need it, and erase it when you say so. We sell no data, and no third party counts your visits.';

export const sections: readonly Topic[] = [
  {
    id: 'what-we-keep',
    title: 'What we keep about you',
    blocks: [
      {
        facts: [
          {
            term: 'Your account',
            text: 'Name, email address, and your password as a hash that nobody can read back. If you like: date of birth, gender, phone number, place, and a picture, which we redraw so that nothing hidden in the file stays.',
          },
          { term: 'Your deliveries', text: 'The addresses that you save.' },
          {
            term: 'Your orders',
            text: 'What you bought, when, for how much, where it went, and the reference of the payment. Never a card number.',
          },
          { term: 'Your messages', text: 'What you and merchants, or you and our support, write to each other.' },
          {
            term: 'What you put aside',
            text: 'Your cart, saved items, followed sellers, recently viewed products, and the balance of your wallet.',
          },
          {
            term: 'Attempts',
            text: 'How often somebody tried to sign in or to have mail sent, by account and network address, as a hash. It keeps strangers from guessing passwords.',
          },
          {
            term: 'Sign-ins',
            text: 'When somebody signed in to your account, verified its email address, asked for a link, reset its password or deleted it, and requests of yours that were refused or failed. Our log names the account by a number, never by your name or email address.',
          },
        ],
      },
    ],
  },
  {
    id: 'why',
    title: 'What we use it for',
    blocks: [
      {
        points: [
          'To deliver what you ordered, and to tell you where it is.',
          'To pay you back when something goes back.',
          'To answer when you write.',
          'To keep your account yours.',
          'To meet duties of the law, such as keeping the books.',
        ],
      },
    ],
  },
  {
    id: 'who-sees-it',
    title: 'Who else sees it',
    blocks: [
      {
        facts: [
          { term: 'The merchant', text: 'What you ordered from them, and the messages that you send them.' },
          { term: 'The carrier', text: 'Name, phone number and address on the parcel, and what customs must know.' },
          {
            term: 'The payment provider',
            text: 'Your email address, the amount and the order’s reference. What you enter on its page stays there.',
          },
          {
            term: 'Google',
            text: 'Only if you sign in with it: it learns that you did, and tells us your name and email address.',
          },
          { term: 'Authorities', text: 'Only what they have a right to by law, and only when they ask in its form.' },
        ],
      },
      'Nobody else. We do not sell or rent data.',
    ],
  },
  {
    id: 'on-your-device',
    title: 'What stays on your device',
    blocks: [
      'The shop needs these to work; none of them follows you to other sites.',
      {
        points: [
          'The keys of your sign-in, until you log out or for 30 days after the last visit.',
          'A guest’s cart, until you buy or clear it, and the products that a guest has viewed, until you sign in.',
          'The country that you chose, and whether the data saver is on. These two are also cookies.',
          'Whether you want to see converted prices first.',
          'The email address that you typed when you asked for the verification email again, until you log out.',
          'Until you close the tab: drafts of messages, what you wanted to save before you signed in, and the page to which a sign-in with Google returns.',
          'While you sign in with Google: a cookie that ties the sign-in to this browser, for ten minutes.',
          'After you have registered: a cookie that recognizes this browser when you confirm your email address. It is removed then, or after the time for which an unconfirmed account is kept.',
          'Pages and pictures that you have seen, so that they open without network.',
        ],
      },
      'Clearing the data of this site in your browser removes all of it.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    blocks: [
      {
        points: [
          'Your account and what belongs to it: until you delete it.',
          'Orders: as long as the law asks for business records. When you delete your account they are no longer tied to it.',
          'Mail that waits to be sent: at most a week after it was sent.',
          'The log of sign-ins and refused requests: until our server deletes its old logs, also when you delete your account.',
        ],
      },
    ],
  },
  {
    id: 'your-rights',
    title: 'What you can do',
    blocks: [
      {
        points: [
          'See and change it: [My Profile](/profile).',
          'Take it with you: [My Profile](/profile) has a button that downloads everything as a file.',
          'Erase it: Delete Account on [the same page](/profile) erases profile, picture, addresses, cart and sign-ins at once, on every device.',
          `Ask or object: ${links.mail}. You can also complain to the data protection authority of your country.`,
        ],
      },
    ],
  },
  {
    id: 'children',
    title: 'Children',
    blocks: [
      `${brand.name} is not for children under ${facts.childAge}, and we do not knowingly keep data about them. If you are a parent and believe that we do, write to ${links.mail}, and we erase it.`,
    ],
  },
  {
    id: 'security',
    title: 'How we protect it',
    blocks: [
      'Connections are encrypted. Passwords are hashed with Argon2id, the keys of sign-ins are stored as hashes, and links that we mail are good once. If a leak should ever concern you, we tell you what got out and what to do, without delay.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    blocks: [
      'When this page changes, so does the date at its top. If a change affects what we do with data that we already have, we write to you first.',
    ],
  },
];
