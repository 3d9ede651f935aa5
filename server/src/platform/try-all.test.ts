import { expect, it } from 'vitest';
import { tryAll } from './try-all.ts';

const tryItems = (items: readonly string[], end: () => number = () => items.length) => {
  const tried: string[] = [];
  const succeeded: boolean[] = [];
  const result = tryAll('letters could not be read', async (attempt) => {
    for (const item of items)
      succeeded.push(
        await attempt(`the letter ${item}`, async () => {
          tried.push(item);
          if (item !== item.toUpperCase()) throw new Error(`${item} is small`);
        }),
      );
    return end();
  });
  return { tried, succeeded, result };
};

it('returns what the run returns if nothing has failed', async () => {
  const { result, tried } = tryItems(['A', 'B']);
  expect(await result).toBe(2);
  expect(tried).toEqual(['A', 'B']);
});

it('tries all items, then throws one error with their number, the first failure and all causes', async () => {
  const { result, tried, succeeded } = tryItems(['A', 'b', 'C', 'd']);
  const error = await result.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AggregateError);
  expect(error).toMatchObject({
    message: 'letters could not be read: 2, first the letter b (b is small)',
    errors: [
      { message: 'the letter b', cause: { message: 'b is small' } },
      { message: 'the letter d', cause: { message: 'd is small' } },
    ],
  });
  expect(tried).toEqual(['A', 'b', 'C', 'd']);
  expect(succeeded).toEqual([true, false, true, false]);
});

it('does not hide failures behind a later error of the run', async () => {
  const fail = () => {
    throw new Error('the database is gone');
  };
  await expect(tryItems(['a'], fail).result).rejects.toMatchObject({
    message: 'letters could not be read: 2, first the letter a (a is small)',
    errors: [{ message: 'the letter a' }, { message: 'the database is gone' }],
  });
  await expect(tryItems(['A'], fail).result).rejects.toThrow(/^the database is gone$/);
});
