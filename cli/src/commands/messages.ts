import { CONTENT_MAX, SUBJECT_MAX } from '@sokuwa/contract/messages/messages.rules.ts';
import type { Message } from '@sokuwa/contract/messages/messages.schemas.ts';
import { block, line } from '@sokuwa/contract/text.schemas.ts';
import { formatTime } from '../format.ts';
import { dryRunOption, parseId, parseOrderId, parseText, reasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';
import { nameMerchant } from './merchants.ts';

const parseContent = parseText(block(CONTENT_MAX));

/** Formats a message in three lines. */
const formatMessage = (message: Message): string => {
  const last = message.replies.at(-1) ?? { sender: message.sender_name, content: message.content };
  const excerpt = last.content.replaceAll(/\s+/g, ' ').slice(0, 200);
  return [
    `${message.is_read ? ' ' : '*'} ${message.id}  ${formatTime(message.last_at)}  ${message.with_name}`,
    `    ${message.subject}${message.product ? ` (about ${message.product.title})` : ''}`,
    `    ${last.sender}: ${excerpt}`,
  ].join('\n');
};

export const addMessageCommands: AddCommands = (program, { withShop }) => {
  const messages = program.command('messages').description('Read and write messages on behalf of a merchant.');

  messages
    .command('list')
    .description('List the last 20 messages of a merchant; * marks unread ones.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator) =>
        toOutcome(
          await operator.messages.list(id),
          (found) => found.messages.map(formatMessage).join('\n') || `${found.name} has no messages.`,
          nameMerchant(id),
        ),
      ),
    );

  messages
    .command('send')
    .description('Write to the buyer of a paid order that has products of the merchant.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .argument('<order-id>', 'the order', parseOrderId)
    .requiredOption('--subject <text>', 'the subject (required)', parseText(line(SUBJECT_MAX)))
    .requiredOption('--text <text>', 'the message (required)', parseContent)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, order_id, { subject, text: content, ...options }) =>
      withShop(options, async (operator, act) => {
        const sent = await operator.messages.send(id, { order_id, subject, content }, act);
        if (!sent) return { refused: `There is no paid order ${order_id} with products of merchant ${id}.` };
        return { done: sent.id === undefined ? `A message about order ${order_id}` : `Message ${sent.id}` };
      }),
    );

  messages
    .command('reply')
    .description('Reply to a message on behalf of a merchant.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .argument('<message-id>', 'the id of the message, from messages list')
    .requiredOption('--text <text>', 'the reply (required)', parseContent)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, message, { text: content, ...options }) =>
      withShop(options, async (operator, act) => {
        const replied = await operator.messages.reply(id, message, content, act);
        if (!replied) return { refused: `Merchant ${id} has no message ${message}.` };
        return { done: `Reply to ${replied.to}` };
      }),
    );
};
