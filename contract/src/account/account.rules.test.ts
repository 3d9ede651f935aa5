import { describe, expect, it } from 'vitest';
import { FORBIDDEN_CHARACTERS, isEmail, normalizePassword, passwordLength } from './account.rules.ts';

describe('isEmail', () => {
  it.each(['ada@example.com', 'ada.obi+shop@mail.example.co.uk', 'ọlá@exámple.ng', 'a@b.c'])('accepts %j', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    'ada',
    'ada@example',
    '@example.com',
    'ada@.com',
    'ada@example.',
    'ada@example..com',
    'ada@@example.com',
    'a da@example.com',
    'ada@exam ple.com',
    'ada@example.c om',
    'ada@example.co@m',
    ' ada@example.com',
    'ada@example.com ',
  ])('refuses %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe('passwords', () => {
  it('are the same on keyboards that compose letters differently', () => {
    expect(normalizePassword('ọla\u0301')).toBe(normalizePassword('o\u0323lá'));
    expect(normalizePassword('①')).toBe('1');
  });

  it('are counted in characters, not in bytes or code units', () => {
    expect(passwordLength('abcdefgh')).toBe(8);
    expect(passwordLength('😀😀')).toBe(2);
    expect(passwordLength('e\u0301')).toBe(1);
  });
});

describe('FORBIDDEN_CHARACTERS', () => {
  it.each(['Ada', "O'Brien-Ọlá", 'Ada Obi', '素子', '😀'])('permits %j', (text) => {
    expect(FORBIDDEN_CHARACTERS.test(text)).toBe(false);
  });

  it.each([
    '\n',
    '\u0000',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ud800',
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u2066',
    '\u2069',
    '\ufeff',
  ])('finds %j in a text', (character) => {
    expect(FORBIDDEN_CHARACTERS.test(`Ada${character}Obi`)).toBe(true);
  });
});
