import { expect, test } from 'vitest';
import { picture, RecentPictures } from './recent-pictures.ts';

const ofBytes = (bytes: number) => picture(Buffer.alloc(bytes, 7), 'webp');

test('forgets what was asked for longest ago when the room is full', () => {
  const recent = new RecentPictures(100);
  for (const id of ['a', 'b', 'c', 'd']) recent.set(id, ofBytes(25));
  recent.get('a');
  recent.set('e', ofBytes(25));
  expect(['a', 'b', 'c', 'd', 'e'].filter((id) => recent.get(id))).toEqual(['a', 'c', 'd', 'e']);
});

test('counts a picture that is set again once', () => {
  const recent = new RecentPictures(100);
  for (const id of ['a', 'b', 'a', 'a', 'c', 'd']) recent.set(id, ofBytes(25));
  expect(['a', 'b', 'c', 'd'].every((id) => recent.get(id))).toBe(true);
});

test('does not hold one that would fill a quarter of the room', () => {
  const recent = new RecentPictures(100);
  recent.set('a', ofBytes(10));
  recent.set('large', ofBytes(26));
  expect(recent.get('large')).toBeUndefined();
  expect(recent.get('a')).toBeDefined();
});

test('the same bytes have the same tag', () => {
  expect(ofBytes(10).etag).toBe(ofBytes(10).etag);
  expect(ofBytes(10).etag).not.toBe(ofBytes(11).etag);
});
