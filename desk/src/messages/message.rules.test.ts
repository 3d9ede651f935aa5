import type { MerchantMessageDetail, Reply } from '@sokuwa/contract/messages/messages.schemas.ts';
import { describe, expect, it } from 'vitest';
import { addReply, fillPlaceholders, groupByDay, hasArrived, parseUnsent, postsOf } from './message.rules.ts';

const reply = (n: number, isOwn: boolean, content = `reply ${n}`): Reply => ({
  id: `t-${n}`,
  sender: isOwn ? 'Store' : 'Ada',
  is_own: isOwn,
  content,
  timestamp: `2026-11-2${n}T12:00:00.000Z`,
});
const thread = (replies: Reply[], earlier: number | null = null): MerchantMessageDetail => ({
  id: 't',
  message_type: 'question',
  sender_name: 'Ada',
  is_own: false,
  with_name: 'Ada',
  subject: 'Size',
  content: 'Which size?',
  product: null,
  order_id: null,
  timestamp: '2026-11-20T12:00:00.000Z',
  last_at: '2026-11-20T12:00:00.000Z',
  is_read: true,
  reply_count: replies.length,
  replies,
  earlier,
  unanswered_since: '2026-11-20T12:00:00.000Z',
});

describe('threads', () => {
  it('show their first message, then replies, oldest first', () => {
    const posts = postsOf([thread([reply(3, true)], 3), thread([reply(1, false), reply(2, true)])]);
    expect(posts.map(({ id }) => id)).toEqual(['t', 't-1', 't-2', 't-3']);
    expect(groupByDay(posts).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']);
  });

  it('get a reply once, and are answered then', () => {
    const added = addReply(thread([]), reply(1, true));
    expect(added).toMatchObject({ reply_count: 1, last_at: '2026-11-21T12:00:00.000Z', unanswered_since: null });
    expect(addReply(added, reply(1, true))).toBe(added);
  });
});

it('a saved reply names the buyer and the order, if they are known', () => {
  const content = 'Dear {name}, {order} leaves today. Thank you, {name}!';
  expect(fillPlaceholders(content, { with_name: 'Ada Obi', order_id: 'SKW1' })).toBe(
    'Dear Ada, SKW1 leaves today. Thank you, Ada!',
  );
  expect(fillPlaceholders(content, { with_name: '', order_id: null })).toBe(content);
});

describe('an unsent reply', () => {
  it('is read from a draft of the right shape', () => {
    expect(parseUnsent({ content: 'L', after: 2 })).toEqual({ content: 'L', after: 2 });
    for (const draft of [undefined, null, 'L', { content: 'L' }, { content: 1, after: 2 }])
      expect(parseUnsent(draft)).toBeUndefined();
  });

  it('has arrived if a later reply of the store has its text', () => {
    const page = thread([reply(1, true, 'L'), reply(2, false, 'M')]);
    expect(hasArrived({ content: 'L', after: 0 }, page)).toBe(true);
    expect(hasArrived({ content: 'L', after: 1 }, page)).toBe(false);
    expect(hasArrived({ content: 'L', after: 2 }, page)).toBe(false);
    expect(hasArrived({ content: 'M', after: 0 }, page)).toBe(false);
  });
});
