import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { internationalPhone, publicIdOf, refusePassword, uidOf } from './account.rules.ts';

describe('a password', () => {
  it.each([
    ['1234567', 'password_too_short'],
    ['12345678', undefined],
    ['é'.repeat(7).normalize('NFD'), 'password_too_short'],
    ['🍠'.repeat(128), undefined],
    ['x'.repeat(129), 'password_too_long'],
  ])('%.10s: %s', (password, code) => {
    expect(refusePassword(password)?.refused).toBe(code);
  });
});

describe('a phone number', () => {
  it.each([
    ['08031234567', 'NG', '+2348031234567'],
    ['0803 123 4567', 'NG', '+2348031234567'],
    ['+234 803 123 4567', undefined, '+2348031234567'],
    ['020 7946 0018', 'GB', '+442079460018'],
    ['+44 20 7946 0018', 'NG', '+442079460018'],
    ['0244123456', 'GH', '+233244123456'],
  ])('%s in %s is %s', (text, country, number) => {
    expect(internationalPhone(text, country)).toBe(number);
  });

  it.each([
    ['08031234567', undefined],
    ['08031234567', 'XX'],
    ['0803', 'NG'],
    ['080312345678901', 'NG'],
    ['(212) 555-0123', 'NG'],
    ['call me', 'NG'],
    ['call 08031234567 now', 'NG'],
    ['+234 803 123 4567 ext. 5', 'NG'],
    ['+999 123 456 789', 'NG'],
    ['<script>', 'NG'],
  ])('%s in %s is none', (text, country) => {
    expect(internationalPhone(text, country)).toBeUndefined();
  });
});

describe("a link's uid", () => {
  it('stands for one account', () => {
    for (let i = 0; i < 50; i++) {
      const id = randomUUID();
      expect(uidOf(id)).toMatch(/^[\w-]{22}$/);
      expect(publicIdOf(uidOf(id))).toBe(id);
    }
  });

  it('is written in one way', () => {
    const uid = uidOf('00000000-0000-4000-8000-000000000000');
    expect(uid.endsWith('A')).toBe(true);
    for (const other of [`${uid.slice(0, -1)}B`, `${uid}=`, uid.slice(1), '', '1', 'a'.repeat(5000), `${uid}\n`])
      expect(publicIdOf(other)).toBeUndefined();
  });
});
