import { describe, expect, it } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

/** Creates tasks that run until the test finishes them by name. */
const openTasks = () => {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
  };
  return { started, task, finish: (name: string) => finish.get(name)?.() };
};

describe('KeyedQueue', () => {
  it('runs the tasks of one key in order, and those of other keys at once', async () => {
    const queue = new KeyedQueue<string>({ maxRunning: 1, maxWaiting: 9 });
    const { started, task, finish } = openTasks();
    const [a, b, c] = [queue.run('ada', task('a')), queue.run('ada', task('b')), queue.run('chi', task('c'))];
    expect(started).toEqual(['a', 'c']);
    expect(queue.count('ada')).toBe(2);
    finish('a');
    expect(await a).toBe('a');
    expect(started).toEqual(['a', 'c', 'b']);
    finish('b');
    finish('c');
    expect(await Promise.all([b, c])).toEqual(['b', 'c']);
    expect([queue.count('ada'), queue.count('chi')]).toEqual([0, 0]);
  });

  it('refuses a task when too many wait, and accepts the next when one has finished', async () => {
    const queue = new KeyedQueue<string>({ maxRunning: 2, maxWaiting: 1 });
    const { started, task, finish } = openTasks();
    const accepted = ['a', 'b', 'c'].map((name) => queue.run('ada', task(name)));
    expect(await queue.run('ada', task('d'))).toMatchObject({ refused: 'too_many_requests', retryAfter: 1 });
    finish('a');
    await accepted[0];
    accepted.push(queue.run('ada', task('e')));
    expect(started).toEqual(['a', 'b', 'c']);
    for (const name of ['b', 'c']) finish(name);
    await accepted[2];
    finish('e');
    expect(await Promise.all(accepted)).toEqual(['a', 'b', 'c', 'e']);
  });

  it('continues after a task that fails', async () => {
    const queue = new KeyedQueue<string>({ maxRunning: 1, maxWaiting: 1 });
    const failing = queue.run('ada', () => Promise.reject(new Error('failed')));
    const next = queue.run('ada', async () => 'next');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });
});
