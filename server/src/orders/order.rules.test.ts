import { describe, expect, it } from 'vitest';
import { generateOrderId } from './order.rules.ts';

describe('an order id', () => {
  it('cannot be guessed from earlier ids', { tags: ['@ORDER-5'] }, () => {
    const ids = Array.from({ length: 2000 }, generateOrderId);
    for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toEqual(ids.toSorted());
    // Each position takes each of the 32 characters, so no part of an id is constant or sequential.
    for (let place = 0; place < 12; place++) expect(new Set(ids.map((id) => id[place])).size).toBe(32);
  });
});
