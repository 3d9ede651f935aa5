import { operatorOn } from '@sokuwa/server/operator.ts';
import type { TestShop } from '@sokuwa/server/testing/shop.ts';
import { run } from '../run.ts';

type Answer = { code: number; out: string; error: string };
/** What a command line answers. @param line words apart from each other by blanks, or as they are */
export type TypedCli = {
  (line: string | string[]): Promise<Answer>;
  /** How often it opened the shop. */
  opened: number;
};

/** The command line on a test's shop. */
export const cliOn = ({ pool, db, media }: TestShop): TypedCli => {
  const cli = async (line: string | string[]): Promise<Answer> => {
    const answer = { out: '', error: '' };
    const open = async () => {
      typed.opened++;
      const fetchPicture = async () => ({ refused: 'There is no internet here.' });
      const operator = operatorOn({ pool, db, media, shopUrl: 'http://shop.test', fetchPicture });
      return { operator, close: async () => undefined };
    };
    const examine = async () => [];
    const code = await run(
      typeof line === 'string' ? line.split(' ').filter(Boolean) : line,
      { open, examine },
      {
        out: (text) => {
          answer.out += text;
        },
        error: (text) => {
          answer.error += text;
        },
        progress: () => undefined,
      },
    );
    return { code, ...answer };
  };
  const typed: TypedCli = Object.assign(cli, { opened: 0 });
  return typed;
};

export const done = (out: string): Answer => ({ code: 0, out: `${out}\n`, error: '' });
export const refused = (error: string): Answer => ({ code: 1, out: '', error: `${error}\n` });
export const dry = (out: string): Answer => done(`Dry run, nothing was changed. ${out}`);
