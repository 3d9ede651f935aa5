import { randomUUID } from 'node:crypto';
import { formatNaira } from '@sokuwa/contract/money.ts';
import { getRefusalText, isRefused } from '@sokuwa/server/operator.ts';
import { dryRunOption, keyOption, parseEmail, parseGiven, requiredReasonOption } from '../parse.ts';
import type { AddCommands } from '../topic.ts';

export const addWalletCommands: AddCommands = (program, { withShop }) => {
  const wallet = program.command('wallet').description('Give credit to accounts.');
  wallet
    .command('credit')
    .description('Give credit to an account, out of goodwill. It cannot be taken back.')
    .argument('<email>', 'the email address of the account', parseEmail)
    .argument('<naira>', 'the amount', parseGiven)
    .addOption(keyOption)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((email, amount, { key = randomUUID(), ...options }) =>
      withShop(options, async (operator, act) => {
        const given = await operator.wallet.giveCredit(email, { amount, key }, act);
        if (isRefused(given))
          return {
            refused: given.refused === 'not_found' ? `There is no account ${email}.` : getRefusalText(given),
          };
        return { done: `${formatNaira(amount)} given; the balance is ${formatNaira(given.balance)}` };
      }),
    );
};
