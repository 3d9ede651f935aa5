import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import countries from './countries.json' with { type: 'json' };

test('every country has a unique code and a unique name', () => {
  expect(countries.length).toBeGreaterThan(230);
  for (const { code, name, currency } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(currency).toMatch(/^[A-Z]{3}$/);
    expect(name).toBe(name.trim());
  }
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
});

test('every country has a flag in the shop', { tags: ['@COUNTRY-27'] }, () => {
  const flags = new Set(readdirSync(new URL('../../../web/public/flags', import.meta.url)));
  expect(countries.filter(({ code }) => !flags.has(`${code.toLowerCase()}.svg`))).toEqual([]);
});

test('the countries are sorted by name', () => {
  const names = countries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
});

test.each([
  ['NG', 'Nigeria', 'NGN'],
  ['GB', 'United Kingdom', 'GBP'],
  ['US', 'United States', 'USD'],
  ['CI', "Côte d'Ivoire", 'XOF'],
  ['CD', 'DR Congo', 'CDF'],
  ['TR', 'Türkiye', 'TRY'],
  ['ZW', 'Zimbabwe', 'ZWG'],
])('%s is %s with the currency %s', (code, name, currency) => {
  expect(countries.find((country) => country.code === code)).toEqual({ code, name, currency });
});
