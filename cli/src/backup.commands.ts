import type { Command } from './command.ts';
import { showProgress } from './progress.ts';

const number = (value: number): string => value.toLocaleString('en');

export const backup: Command = {
  name: 'backup',
  args: ['<file or folder>'],
  options: {},
  flags: { 'without-pictures': 'leave the pictures out, where their bucket has copies of its own' },
  summary: 'Write the whole shop into one file, while it runs or not.',
  prepare: ({ args: [to = ''], flags }) => {
    const request = { to, pictures: !flags.has('without-pictures') };
    return async (operator, options, progress) => {
      const made = await operator.backUp(request, {
        ...options,
        onProgress: showProgress(progress, 'rows and pictures'),
      });
      if ('refused' in made) return made;
      return { done: `${number(made.rows)} rows and ${number(made.pictures)} pictures -> ${made.file}` };
    };
  },
};

export const restore: Command = {
  name: 'restore',
  args: ['<file>'],
  options: {},
  flags: { replace: 'erase what is in the database first' },
  summary: 'Bring the shop back from a file that backup wrote; the shop must not run.',
  prepare: ({ args: [file = ''], flags }) => {
    const request = { file, replace: flags.has('replace') };
    return async (operator, options, progress) => {
      const show = showProgress(progress, 'MB');
      const onProgress = ({ part, count }: { part: number; count: number }) => show({ part, count: count / 1_000_000 });
      const done = await operator.restore(request, { ...options, onProgress });
      if ('refused' in done) return done;
      const when = `${done.madeAt.slice(0, 16).replace('T', ' ')} UTC`;
      return { done: `${number(done.rows)} rows and ${number(done.pictures)} pictures of ${when}` };
    };
  },
};
