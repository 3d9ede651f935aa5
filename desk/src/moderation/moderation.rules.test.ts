import type { ModerationCase } from '@sokuwa/contract/moderation/operator-moderation.schemas.ts';
import { describe, expect, it } from 'vitest';
import { describeNews, describeWaiting, nameActor, parseProductId } from './moderation.rules.ts';

it('the number of a product is read from a number and from an address', () => {
  expect(parseProductId(' 123 ')).toBe(123);
  expect(parseProductId('https://shop.example/product/details/45?section=x')).toBe(45);
  expect(parseProductId('garri')).toBeUndefined();
  expect(parseProductId('https://shop.example/product/list/45')).toBeUndefined();
});

it('says why a product waits, and who has decided', () => {
  expect(describeWaiting({ why: 'reported', reports: 1 })).toBe('1 report');
  expect(describeWaiting({ why: 'changed', reports: 0 })).toBe('Changed, asks for a review');
  expect(nameActor({ actor: 'cli:ada', actor_name: null })).toBe('Command line, ada');
  expect(nameActor({ actor: 'account 7', actor_name: null })).toBe('Deleted account');
});

describe('news of a product', () => {
  const before = { history: [], reports: { open: 1, results: [] } } as unknown as ModerationCase;
  it('names who came first', () => {
    const act = {
      at: '2026-11-28',
      actor: 'account 1',
      actor_name: 'Bisi Ade',
      action: 'products take-down',
      reason: 'A fake',
    };
    expect(describeNews(before, { ...before, history: [act] })).toBe('Bisi Ade was first. Taken down: “A fake”');
  });
  it('are a new report, or a change of the merchant', () => {
    expect(describeNews(before, { ...before, reports: { open: 2, results: [] } })).toMatch('new report');
    expect(describeNews(before, before)).toMatch('merchant has changed');
  });
});
