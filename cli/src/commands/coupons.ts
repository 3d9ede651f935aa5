import { InvalidArgumentError } from '@commander-js/extra-typings';
import { formatNaira, kobo } from '@sokuwa/contract/money.ts';
import { dryRunOption, parseAmount, parseGiven, parseTime, parseWhole, reasonOption } from '../parse.ts';
import type { AddCommands } from '../topic.ts';

const parseCode = (text: string): string => {
  const code = text.toUpperCase();
  if (/^[A-Z0-9][A-Z0-9_-]{1,31}$/.test(code)) return code;
  throw new InvalidArgumentError('A code is 2 to 32 letters, digits, hyphens and underscores.');
};

export const addCouponCommands: AddCommands = (program, { withShop }) => {
  const coupons = program.command('coupons').description('Create coupons.');
  const create = coupons
    .command('create')
    .description('Create a coupon that each buyer can use once.')
    .argument('<code>', 'the code that buyers enter', parseCode)
    .option('--percent <number>', 'percentage off the items, 1 to 100', parseWhole({ min: 1, max: 100 }))
    .option('--fixed <naira>', 'or an amount off the items', parseGiven)
    .option('--starts <time>', 'valid from, such as 2026-12-01 (default: now)', parseTime)
    .option('--ends <time>', 'valid until, such as 2026-12-24 (default: no end)', parseTime)
    .option('--minimum <naira>', 'lowest subtotal that it applies to', parseAmount)
    .option('--max-uses <number>', 'how many orders can use it (default: no limit)', parseWhole({ min: 1 }))
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((code, { percent, fixed, starts = new Date(), ends, minimum, maxUses, ...options }) => {
      if ((percent === undefined) === (fixed === undefined)) create.error('error: give either --percent or --fixed');
      if (ends && ends <= starts) create.error('error: --ends must be after --starts');
      const coupon = {
        code,
        percent: percent ?? null,
        fixed_kobo: fixed ?? null,
        starts_at: starts,
        ends_at: ends ?? null,
        minimum_kobo: minimum ?? kobo(0),
        max_uses: maxUses ?? null,
      };
      const discount = fixed === undefined ? `${percent}%` : formatNaira(fixed);
      return withShop(options, async (operator, act) =>
        (await operator.checkout.createCoupon(coupon, act))
          ? { done: `Coupon ${code}: ${discount} off` }
          : { refused: `There is a coupon ${code} already.` },
      );
    });
};
