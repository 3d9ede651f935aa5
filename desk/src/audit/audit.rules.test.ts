import { expect, it } from 'vitest';
import { listChanges, nameAction, nameActor, toInstants } from './audit.rules.ts';

it('an entry is named', () => {
  expect(nameAction({ action: 'payouts revoke-account', summary: null })).toBe('Payouts: revoke-account');
  expect(nameAction({ action: 'restore', summary: null })).toBe('Restore');
  expect(nameAction({ action: 'POST /merchant/products/', summary: 'Add a product' })).toBe('Add a product');
  expect(nameActor({ actor: 'account 3', actor_name: 'Ada Obi' })).toBe('Ada Obi');
  expect(nameActor({ actor: 'account 3', actor_name: null })).toBe('Deleted account');
  expect(nameActor({ actor: 'cli:root', actor_name: null })).toBe('Command line, root');
  expect(nameActor({ actor: 'token:bot', actor_name: null })).toBe('Program bot');
});

it('before and after are compared value by value', () => {
  const change = (before: Record<string, unknown> | null, after: Record<string, unknown> | null, action = 'x') =>
    listChanges({ action, before, after });
  expect(change({ price_kobo: 546000, stock: 3 }, { price_kobo: 500050, stock: 3 })).toEqual([
    { name: 'price', before: '₦5,460', after: '₦5,000.50' },
  ]);
  expect(change(null, { amount: 100, approved: 2 }, 'payouts approve')).toEqual([
    { name: 'amount', before: undefined, after: '₦1' },
    { name: 'approved', before: undefined, after: '2' },
  ]);
  expect(change({ ends_at: null, ids: ['a', 'b'] }, { is_hidden: true, of: { level: 1 } })).toEqual([
    { name: 'ends at', before: 'nothing', after: undefined },
    { name: 'ids', before: 'a, b', after: undefined },
    { name: 'is hidden', before: undefined, after: 'yes' },
    { name: 'of', before: undefined, after: '{"level":1}' },
  ]);
  expect(change(null, null)).toEqual([]);
});

it('days are those of Lagos, both included', () => {
  expect(toInstants({ from: '2026-11-27', to: '2026-11-30' })).toEqual({
    from: '2026-11-27T00:00:00+01:00',
    to: '2026-12-01T00:00:00+01:00',
  });
  expect(toInstants({})).toEqual({});
});
