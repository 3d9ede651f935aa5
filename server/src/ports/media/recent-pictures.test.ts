import { expect, test } from 'vitest';
import { createPicture, openRecentPictures } from './recent-pictures.ts';

const pictureOf = (bytes: number) => createPicture(Buffer.alloc(bytes, 7), 'webp');

test('evicts the least recently requested picture when the cache is full', () => {
  const recent = openRecentPictures(100);
  for (const id of ['a', 'b', 'c', 'd']) recent.set(id, pictureOf(25));
  recent.get('a');
  recent.set('e', pictureOf(25));
  expect(['a', 'b', 'c', 'd', 'e'].filter((id) => recent.get(id))).toEqual(['a', 'c', 'd', 'e']);
});

test('counts a picture that is set again once', () => {
  const recent = openRecentPictures(100);
  for (const id of ['a', 'b', 'a', 'a', 'c', 'd']) recent.set(id, pictureOf(25));
  expect(['a', 'b', 'c', 'd'].every((id) => recent.get(id))).toBe(true);
});

test('does not store a picture that takes more than a quarter of the cache', () => {
  const recent = openRecentPictures(100);
  recent.set('a', pictureOf(10));
  recent.set('large', pictureOf(26));
  expect(recent.get('large')).toBeUndefined();
  expect(recent.get('a')).toBeDefined();
});

test('stores an empty picture, as a truncated file has', () => {
  const recent = openRecentPictures(100);
  recent.set('empty', pictureOf(0));
  expect(recent.get('empty')?.bytes).toHaveLength(0);
});

test('gives equal bytes the same ETag', () => {
  expect(pictureOf(10).etag).toBe(pictureOf(10).etag);
  expect(pictureOf(10).etag).not.toBe(pictureOf(11).etag);
});
