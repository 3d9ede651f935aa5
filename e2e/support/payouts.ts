import { expect } from './fixtures.ts';
import { runCli } from './shoppers.ts';

/** Runs a command about payouts; it may be refused, because another journey has done the same. */
const tryPayouts = (...command: string[]): string => {
  try {
    return runCli('payouts', ...command);
  } catch (error) {
    return String(error);
  }
};
const listDrafts = (): string[] =>
  [...runCli('payouts', 'list').matchAll(/^batch (\d+) .* draft:/gm)].map(([, id = '']) => id);

type Payout = { status: string; amount: number } | undefined;

/**
 * Drafts and approves batches of payouts until some payouts are paid. Other journeys do so at the same time: either may pay.
 * @param read the newest payouts that are waited for
 */
export const payOut = async <T extends Payout>(read: () => Promise<T[]>): Promise<T[]> => {
  await expect(async () => {
    if ((await read()).includes(undefined as T)) tryPayouts('draft', '--reason', 'weekly');
    if ((await read()).some((payout) => payout?.status === 'draft'))
      for (const batch of listDrafts()) tryPayouts('approve', batch, '--reason', 'weekly');
    expect((await read()).map((payout) => payout?.status)).not.toContainEqual(expect.not.stringMatching(/^paid$/));
    expect(await read()).not.toContain(undefined);
  }).toPass();
  return read();
};
