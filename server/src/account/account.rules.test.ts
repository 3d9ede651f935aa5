import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publicIdOf, uidOf, validatePassword } from './account.rules.ts';

describe('validatePassword', () => {
  it.each([
    ['1234567', 'password_too_short'],
    ['12345678', undefined],
    ['é'.repeat(7).normalize('NFD'), 'password_too_short'],
    ['🍠'.repeat(128), undefined],
    ['x'.repeat(129), 'password_too_long'],
  ])('%.10s returns %s', { tags: ['@ACCOUNT-43', '@ACCOUNT-44'] }, (password, code) => {
    expect(validatePassword(password)?.refused).toBe(code);
  });
});

describe("a link's uid", () => {
  it('is decoded to the public id that it encodes', () => {
    for (let i = 0; i < 50; i++) {
      const id = randomUUID();
      expect(uidOf(id)).toMatch(/^[\w-]{22}$/);
      expect(publicIdOf(uidOf(id))).toBe(id);
    }
  });

  it('is refused in any other encoding', () => {
    const uid = uidOf('00000000-0000-4000-8000-000000000000');
    expect(uid.endsWith('A')).toBe(true);
    for (const other of [`${uid.slice(0, -1)}B`, `${uid}=`, uid.slice(1), '', '1', 'a'.repeat(5000), `${uid}\n`])
      expect(publicIdOf(other)).toBeUndefined();
  });
});
