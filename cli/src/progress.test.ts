import { expect, it } from 'vitest';
import { createProgressReporter } from './progress.ts';

it('progress shows the share done, the speed since the first event, and the time left', () => {
  const lines: string[] = [];
  let nowMs = 5000;
  const report = createProgressReporter(
    (text) => lines.push(text),
    'products',
    () => nowMs,
  );
  report({ part: 0.5, count: 1000, refused: 0 });
  nowMs += 10_000;
  report({ part: 0.75, count: 3500, refused: 2 });
  nowMs += 1_000_000;
  report({ part: 0.76, count: 3600, refused: 2 });
  report({ part: 1, count: 4000, refused: 2 });
  expect(lines).toEqual([
    '[############------------] 50%  1,000 products',
    '[##################------] 75%  3,500 products, 2 refused, 250 per second, 10 s left',
    '[##################------] 76%  3,600 products, 2 refused, 3 per second, 16 min left',
    '[########################] 100%  4,000 products, 2 refused, 3 per second, 0 s left',
  ]);
});
