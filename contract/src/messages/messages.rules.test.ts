import { expect, it } from 'vitest';
import { MESSAGE_TYPES } from './messages.rules.ts';

it('a thread begins with a question of a shopper or a note of a merchant', () => {
  expect(MESSAGE_TYPES).toEqual(['question', 'note']);
});
