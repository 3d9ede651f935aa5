import { expect, it } from 'vitest';
import { showProgress } from './progress.ts';

it('progress says how far it is, how fast, and how long it takes from here', () => {
  const shown: string[] = [];
  let time = 5000;
  const tell = showProgress(
    (text) => shown.push(text),
    'products',
    () => time,
  );
  tell({ part: 0.5, count: 1000, refused: 0 });
  time += 10_000;
  tell({ part: 0.75, count: 3500, refused: 2 });
  time += 1_000_000;
  tell({ part: 0.76, count: 3600, refused: 2 });
  tell({ part: 1, count: 4000, refused: 2 });
  expect(shown).toEqual([
    '[############------------] 50%  1,000 products',
    '[##################------] 75%  3,500 products, 2 refused, 250 a second, 10 s left',
    '[##################------] 76%  3,600 products, 2 refused, 3 a second, 16 min left',
    '[########################] 100%  4,000 products, 2 refused, 3 a second, 0 s left',
  ]);
});
