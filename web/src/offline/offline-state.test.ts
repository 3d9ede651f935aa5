import { expect, test } from 'vitest';
import { describeOfflineState, parseOfflineState } from './offline-state.ts';

test('reads the state that the worker wrote on a cached page', () => {
  expect(parseOfflineState('offline 1763680000000')).toEqual({ reason: 'offline', cachedAt: 1763680000000 });
  expect(parseOfflineState('slow 1')).toEqual({ reason: 'slow', cachedAt: 1 });
  expect(parseOfflineState('offline')).toEqual({ reason: 'offline' });
  for (const attribute of [undefined, '', 'offline soon', 'gone 1']) expect(parseOfflineState(attribute)).toBeNull();
});

test('the bar shows the reason, and the time of the cached page when it is known', () => {
  const formatTime = (time: number) => `day ${time}`;
  expect(describeOfflineState({ reason: 'offline' }, formatTime)).toBe('You are offline.');
  expect(describeOfflineState({ reason: 'slow', cachedAt: 7 }, formatTime)).toBe(
    'The network is slow. You are viewing a copy saved on day 7.',
  );
});
