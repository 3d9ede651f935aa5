import { PASSWORD_MIN, passwordLength } from '@sokuwa/contract/account/account.rules.ts';
import commonPasswords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { isGuessable } from './guessable-passwords.ts';

const EMAIL = 'ada.adichie@mail.test';

describe('isGuessable', { tags: ['@ACCOUNT-151'] }, () => {
  it('finds the 3,000 most common passwords that are long enough, in any letter case', () => {
    const longEnough = commonPasswords.filter((password) => passwordLength(password) >= PASSWORD_MIN).slice(0, 3000);
    expect(longEnough).toHaveLength(3000);
    const accepted = longEnough.filter(
      (password) => !isGuessable(password, EMAIL) || !isGuessable(password.toUpperCase(), EMAIL),
    );
    expect(accepted).toEqual([]);
  });

  it.each([
    'password',
    'Trustno1',
    'Ｐａｓｓｗｏｒｄ１',
    '88888888',
    '12341234',
    '123123123',
    'abcabcab',
    '87654321',
    '0987654321',
    'abcdefgh',
    'ZYXWVUTS',
    '          ',
    'sokuwa26',
    '#Sokuwa2026',
    'ada.adichie@mail.test',
    'ADA.ADICHIE@MAIL.TEST!',
    'ada.adichie',
    '1ada.adichie!',
  ])('finds %j', (password) => {
    expect(isGuessable(password, EMAIL)).toBe(true);
  });

  it.each([
    'moon and stars',
    'password of the moon',
    'okra&yam',
    'sokuwa and palm oil',
    'ada.adichie likes yam',
    'adichie likes yam',
    'abcdefgh-okra',
    'moonymoony',
    // Parts of the file that are not a password.
    '"password"',
    'password","12345678',
    'assword1","',
  ])('does not find %j', (password) => {
    expect(isGuessable(password, EMAIL)).toBe(false);
  });

  it('accepts a password that contains a very short local part', () => {
    expect(isGuessable('okra&yam', 'o@mail.test')).toBe(false);
  });
});
