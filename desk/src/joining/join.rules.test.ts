import { APPLICATION_PARTS } from '@sokuwa/contract/joining/joining.rules.ts';
import { describe, expect, it } from 'vitest';
import { findOpenStep, isStepDone, JOIN_STEPS, PARTS, stepAfter, stepBefore, toProductCount } from './join.rules.ts';

describe('the steps of an application', () => {
  it('open where something is missing, and at the end when nothing is', { tags: ['@JOIN-9'] }, () => {
    expect(findOpenStep({ state: 'draft', missing: [...APPLICATION_PARTS] })).toBe('store');
    expect(findOpenStep({ state: 'draft', missing: ['terms', 'bank_account'] })).toBe('bank');
    expect(findOpenStep({ state: 'draft', missing: [] })).toBe('check');
    expect(findOpenStep({ state: 'applied', missing: [] })).toBe('check');
  });

  it('each part belongs to a step that can be done', () => {
    for (const part of APPLICATION_PARTS)
      expect(isStepDone({ state: 'draft', missing: [part] }, PARTS[part].step)).toBe(false);
    for (const step of JOIN_STEPS) expect(isStepDone({ state: 'applied', missing: [] }, step)).toBe(true);
  });

  it('follow each other', () => {
    expect(JOIN_STEPS.map(stepAfter)).toEqual(['goods', 'bank', 'terms', 'check', 'check']);
    expect(JOIN_STEPS.map(stepBefore)).toEqual([undefined, 'store', 'goods', 'bank', 'terms']);
  });
});

it.each([
  [null, ''],
  [1, '20'],
  [20, '20'],
  [21, '100'],
  [1000, '1000'],
  [250_000, '10000'],
])('%s expected products are the choice %s', (count, choice) => expect(toProductCount(count)).toBe(choice));
