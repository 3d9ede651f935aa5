import { Option } from '@commander-js/extra-typings';
import { MERCHANT_ROLES, OPERATOR_ROLES } from '@sokuwa/contract/staff/roles.ts';
import { dryRunOption, parseEmail, parseId, reasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

const ROLES = [...new Set([...MERCHANT_ROLES, ...OPERATOR_ROLES])];
const merchantOption = new Option('--merchant <id>', 'whose people; without it the operators are meant').argParser(
  parseId,
);

export const addStaffCommands: AddCommands = (program, { withShop }) => {
  const staff = program.command('staff').description('Who works in the desk, for a merchant or as an operator.');

  staff
    .command('list')
    .description('List who works for a merchant, or as an operator.')
    .addOption(merchantOption)
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async ({ staff }) =>
        toOutcome(
          await staff.list(options.merchant),
          (members) =>
            members
              .map(({ email, name, role, created_at, has_second_factor }) =>
                [
                  email,
                  name,
                  role,
                  `since ${created_at.toISOString().slice(0, 10)}`,
                  has_second_factor ? 'with a second factor' : 'without a second factor',
                ].join('  '),
              )
              .join('\n') || 'Nobody.',
          `Merchant ${options.merchant}`,
        ),
      ),
    );

  staff
    .command('add')
    .description('Let an account work for a merchant, or as an operator.')
    .argument('<email>', 'the email address of the account', parseEmail)
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .addOption(merchantOption)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((email, { role, merchant, ...options }) =>
      withShop(options, async ({ staff }, act) =>
        toOutcome(await staff.add({ email, role, merchant }, act), () => `Added: ${email}, ${role}`, email),
      ),
    );

  staff
    .command('remove')
    .description('Remove somebody; their next call in the desk is refused.')
    .argument('<email>', 'the email address of the account', parseEmail)
    .addOption(merchantOption)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((email, { merchant, ...options }) =>
      withShop(options, async ({ staff }, act) =>
        toOutcome(await staff.remove({ email, merchant }, act), () => `Removed: ${email}`, email),
      ),
    );

  staff
    .command('reset-factors')
    .description('Remove the second factors of somebody who has lost all of them, and end their sessions in the desk.')
    .argument('<email>', 'the email address of the account', parseEmail)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((email, options) =>
      withShop(options, async ({ staff }, act) =>
        toOutcome(await staff.resetFactors(email, act), () => `Removed the second factors of ${email}`, email),
      ),
    );
};
