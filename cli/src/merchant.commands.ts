import { isEmail } from '@sokuwa/contract/account/account.rules.ts';
import { CONTENT_MAX, SUBJECT_MAX } from '@sokuwa/contract/messages/messages.rules.ts';
import type { Message } from '@sokuwa/contract/messages/messages.schemas.ts';
import { block, line } from '@sokuwa/contract/text.schemas.ts';
import type { Command } from './command.ts';
import { readOrderId, readWhole, UsageError } from './usage.ts';

const readMerchant = (text = ''): number => readWhole('The merchant id', text, { min: 1 });
const noMerchant = (id: number) => ({ refused: `There is no merchant ${id}.` });

const readText = (what: string, schema: ReturnType<typeof line>, text = ''): string => {
  const { data, error } = schema.safeParse(text);
  if (data) return data;
  throw new UsageError(`${what} is needed. ${error?.issues[0]?.message ?? ''}`.trimEnd());
};
const readEmail = (text: string): string => {
  if (isEmail(text)) return text;
  throw new UsageError(`An e-mail address is such as name@example.com, not "${text}".`);
};

const create: Command = {
  name: 'merchants create',
  args: ['<slug>'],
  options: {
    name: 'the store’s name (needed)',
    place: 'where it is, such as "Lagos, Nigeria" (needed)',
    country: 'its country’s code, such as NG (needed)',
    email: 'where it is written to (nowhere, when left out)',
    cover: 'the file of a picture for its store, wide rather than tall (none, when left out)',
  },
  summary: 'Make a merchant.',
  prepare: ({ args: [slug = ''], options }) => {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 80)
      throw new UsageError(`A slug is small letters, digits and hyphens, not "${slug}".`);
    const name = readText('--name', line(80), options.name);
    const place = readText('--place', line(120), options.place);
    const country = readText('--country', line(2), options.country).toUpperCase();
    const email = options.email === undefined ? null : readEmail(options.email);
    return async (operator, dryRun) => {
      const made = await operator.createMerchant({ slug, name, place, country, email, cover: options.cover }, dryRun);
      if (made === 'taken') return { refused: `There is a merchant "${slug}" already.` };
      if (made === 'no such country') return { refused: `The shop knows no country ${country}.` };
      if ('refused' in made) return made;
      return { done: made.id === undefined ? `Merchant ${name}` : `Merchant ${made.id}: ${name}` };
    };
  },
};

const token: Command = {
  name: 'merchants token',
  args: ['<merchant-id>'],
  options: {},
  summary: 'Make a merchant’s own token; the one before ends.',
  prepare: ({ args: [merchant] }) => {
    const id = readMerchant(merchant);
    return async (operator, dryRun) => {
      const given = await operator.giveToken(id, dryRun);
      if (!given) return noMerchant(id);
      return { done: given.token === undefined ? `A token for ${given.name}` : given.token };
    };
  },
};

const email: Command = {
  name: 'merchants email',
  args: ['<merchant-id>', '<address>'],
  options: {},
  summary: 'Say where a merchant is written to; "none" for nowhere.',
  prepare: ({ args: [merchant, address = ''] }) => {
    const id = readMerchant(merchant);
    const to = address === 'none' ? null : readEmail(address);
    return async (operator, dryRun) => {
      const changed = await operator.changeEmail(id, to, dryRun);
      return changed ? { done: `${changed.name}: ${to ?? 'not written to'}` } : noMerchant(id);
    };
  },
};

/** A message in two or three lines. */
const shown = (message: Message): string => {
  const last = message.replies.at(-1) ?? { sender: message.sender_name, content: message.content };
  const words = last.content.replaceAll(/\s+/g, ' ').slice(0, 200);
  return [
    `${message.is_read ? ' ' : '*'} ${message.id}  ${message.last_at.slice(0, 16).replace('T', ' ')}  ${message.with_name}`,
    `    ${message.subject}${message.product ? ` (about ${message.product.title})` : ''}`,
    `    ${last.sender}: ${words}`,
  ].join('\n');
};

const list: Command = {
  name: 'messages list',
  args: ['<merchant-id>'],
  options: {},
  summary: 'A merchant’s last twenty messages; * marks unread ones.',
  prepare: ({ args: [merchant] }) => {
    const id = readMerchant(merchant);
    return async (operator) => {
      const found = await operator.messages.list(id);
      if (!found) return noMerchant(id);
      return { done: found.messages.map(shown).join('\n') || `Nobody wrote to ${found.name} yet.` };
    };
  },
};

const send: Command = {
  name: 'messages send',
  args: ['<merchant-id>', '<order-id>'],
  options: { subject: 'what it is about (needed)', text: 'what to write (needed)' },
  summary: 'Write to the buyer of a paid order with something of the merchant’s.',
  prepare: ({ args: [merchant, order], options }) => {
    const id = readMerchant(merchant);
    const order_id = readOrderId(order);
    const subject = readText('--subject', line(SUBJECT_MAX), options.subject);
    const content = readText('--text', block(CONTENT_MAX), options.text);
    return async (operator, dryRun) => {
      const sent = await operator.messages.send(id, { order_id, subject, content }, dryRun);
      if (!sent) return { refused: `Merchant ${id} has sold nothing by a paid order ${order_id}.` };
      return { done: sent.id === undefined ? `A message about order ${order_id}` : `Message ${sent.id}` };
    };
  },
};

const reply: Command = {
  name: 'messages reply',
  args: ['<merchant-id>', '<message-id>'],
  options: { text: 'what to answer (needed)' },
  summary: 'Answer a message in a merchant’s name.',
  prepare: ({ args: [merchant, message = ''], options }) => {
    const id = readMerchant(merchant);
    const content = readText('--text', block(CONTENT_MAX), options.text);
    return async (operator, dryRun) => {
      const done = await operator.messages.reply(id, message, content, dryRun);
      return done ? { done: `Reply to ${done.to}` } : { refused: `Merchant ${id} has no message ${message}.` };
    };
  },
};

export const merchantCommands: readonly Command[] = [create, token, email, list, send, reply];
