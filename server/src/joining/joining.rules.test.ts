import { describe, expect, it } from 'vitest';
import { slugOfStore } from '../catalog/index.ts';
import { isNameSimilar } from './joining.rules.ts';

describe('the name of the holder of a bank account', () => {
  it.each([
    ['ṢAKÍ YAM HOUSE ENTERPRISES', ['Ṣakí Yam House', 'Rónkẹ́ Adéjùmọ̀']],
    ['SAKI YAM HOUSE LTD', ['Ṣakí Yam House']],
    ['ADEJUMO RONKE FOLASADE', ['Ṣakí Yam House', 'Rónkẹ́ Adéjùmọ̀']],
    ['OBI ADAEZE', ['Yam House', 'Ada Obi']],
  ])('%s is similar', { tags: ['@JOIN-12'] }, (holder, names) => {
    expect(isNameSimilar(holder, names)).toBe(true);
  });
  it.each([
    ['MUSA IBRAHIM', ['Ṣakí Yam House', 'Rónkẹ́ Adéjùmọ̀']],
    ['HOUSE OF CLOTH', ['Ṣakí Yam House']],
    ['A B', ['A B']],
    ['', ['']],
  ])('%s is not', { tags: ['@JOIN-12'] }, (holder, names) => {
    expect(isNameSimilar(holder, names)).toBe(false);
  });
});

describe('the name of a store in URLs', () => {
  it.each([
    ['Ṣakí Yam House', 'saki-yam-house'],
    ['  Ama & Sons, Ltd. ', 'ama-sons-ltd'],
    ['ɔkɔ 24', 'oko-24'],
    ['北京', ''],
    ['x'.repeat(80), 'x'.repeat(80)],
    [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
  ])('of %s is %s', { tags: ['@JOIN-3'] }, (name, slug) => {
    expect(slugOfStore(name)).toBe(slug);
  });
});
