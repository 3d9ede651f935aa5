import { loadOperator } from '@sokuwa/server/operator.ts';
import type { TestShop } from '@sokuwa/server/testing/shop.ts';
import { run } from '../run.ts';

type Result = { code: number; out: string; error: string };
export type TestCli = {
  /** Runs a command line. @param line arguments separated by spaces, or a list of arguments that may contain spaces */
  (line: string | string[]): Promise<Result>;
  /** Number of times that a command opened the shop. */
  openCount: number;
};

/** Creates the command line for a test's shop. */
export const createCli = (shop: TestShop): TestCli => {
  const runLine = async (line: string | string[]): Promise<Result> => {
    const output = { out: '', error: '' };
    const open = async () => {
      cli.openCount++;
      const fetchPicture = async () => ({ refused: 'There is no internet here.' });
      const operator = await loadOperator({ ...shop, fetchPicture });
      return { operator, close: async () => undefined };
    };
    const examine = async () => [];
    const code = await run(
      typeof line === 'string' ? line.split(' ').filter(Boolean) : line,
      { open, examine, user: 'ada' },
      {
        out: (text) => {
          output.out += text;
        },
        error: (text) => {
          output.error += text;
        },
        progress: () => undefined,
      },
    );
    return { code, ...output };
  };
  const cli: TestCli = Object.assign(runLine, { openCount: 0 });
  return cli;
};

export const done = (out: string): Result => ({ code: 0, out: `${out}\n`, error: '' });
export const refused = (error: string): Result => ({ code: 1, out: '', error: `${error}\n` });
export const dry = (out: string): Result => done(`Dry run, nothing was changed. ${out}`);
