import { Option } from '@commander-js/extra-typings';
import { COUPON_STATUSES } from '@sokuwa/contract/checkout/coupon.rules.ts';
import {
  type CouponOrder,
  couponCode,
  couponOrdersQuery,
  type OperatorCoupon,
  operatorCouponsQuery,
} from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import { formatNaira, formatNairaPrice, kobo } from '@sokuwa/contract/money.ts';
import { line } from '@sokuwa/contract/text.schemas.ts';
import { isRefused } from '@sokuwa/server/operator.ts';
import { formatNext, formatTime } from '../format.ts';
import {
  cursorOption,
  dryRunOption,
  parseAmount,
  parseGiven,
  parseText,
  parseTime,
  parseWhole,
  parseWith,
  reasonOption,
} from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

const parseCode = parseWith(couponCode);

const formatCoupon = ({ percent, fixed, ...coupon }: OperatorCoupon): string =>
  [
    `${coupon.code}  ${percent === null ? formatNairaPrice(fixed ?? 0) : `${percent}%`} off`,
    ...(coupon.minimum > 0 ? [`from ${formatNairaPrice(coupon.minimum)}`] : []),
    `${coupon.status}: ${formatTime(coupon.starts_at)} to ${coupon.ends_at === null ? 'no end' : formatTime(coupon.ends_at)}`,
    `used ${coupon.uses} of ${coupon.max_uses ?? 'any number'}`,
    `${formatNairaPrice(coupon.discount_given)} off ${coupon.orders} paid orders`,
  ].join(', ');

const formatCouponOrder = ({ id, status, created_at, discount, total }: CouponOrder): string =>
  `${id}  ${formatTime(created_at)}  ${status}  ${formatNairaPrice(discount)} off, total ${formatNairaPrice(total)}`;

export const addCouponCommands: AddCommands = (program, { withShop }) => {
  const coupons = program.command('coupons').description('Create and end coupons.');
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
    .action((code, { percent, fixed, starts, ends, minimum, maxUses, ...options }) => {
      if ((percent === undefined) === (fixed === undefined)) create.error('error: give either --percent or --fixed');
      if (ends && ends <= (starts ?? new Date())) create.error('error: --ends must be after --starts');
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
      return withShop(options, async (operator, act) => {
        const created = await operator.checkout.createCoupon(coupon, act);
        return isRefused(created)
          ? { refused: `There is another coupon ${code} already.` }
          : { done: `Coupon ${code}: ${discount} off` };
      });
    });
  coupons
    .command('list')
    .description('List coupons with their use, newest first.')
    .addOption(new Option('--status <status>', 'only these').choices(COUPON_STATUSES))
    .option('--search <text>', 'a part of the code', parseText(line(32)))
    .addOption(cursorOption(operatorCouponsQuery.shape.cursor.unwrap()))
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => {
        const { results, cursor } = await operator.operators.listCoupons(options);
        return { done: formatNext(results.map(formatCoupon), cursor, 'No coupons.') };
      }),
    );
  coupons
    .command('show')
    .description('Show a coupon, and the orders that have used it.')
    .argument('<code>', 'the code of the coupon', parseCode)
    .addOption(cursorOption(couponOrdersQuery.shape.cursor.unwrap()))
    .addOption(dryRunOption)
    .action((code, { cursor, ...options }) =>
      withShop(options, async ({ operators }) => {
        const coupon = await operators.readCoupon(code);
        const page = await operators.listCouponOrders(code, cursor);
        if (isRefused(coupon) || isRefused(page)) return { refused: `There is no coupon ${code}.` };
        const orders = page.results.map(formatCouponOrder);
        return { done: [formatCoupon(coupon), formatNext(orders, page.cursor, 'No orders.')].join('\n') };
      }),
    );
  const change = coupons
    .command('change')
    .description('Change the end of a coupon, or how many orders can use it.')
    .argument('<code>', 'the code of the coupon', parseCode)
    .option('--ends <time>', 'valid until, such as 2026-12-24', parseTime)
    .option('--no-end', 'or without an end')
    .option('--max-uses <number>', 'how many orders can use it', parseWhole({ min: 1 }))
    .option('--no-limit', 'or any number of orders')
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((code, { ends, end, maxUses, limit, ...options }) => {
      const changed = { ends_at: end ? ends : null, max_uses: limit ? maxUses : null };
      if (changed.ends_at === undefined && changed.max_uses === undefined)
        return change.error('error: give --ends, --no-end, --max-uses or --no-limit');
      return withShop(options, async ({ checkout }, act) =>
        toOutcome(await checkout.changeCoupon(code, changed, act), () => `Coupon ${code} is changed`, `Coupon ${code}`),
      );
    });
  coupons
    .command('end')
    .description('End a coupon now. Orders that have used it keep their discount.')
    .argument('<code>', 'the code of the coupon', parseCode)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((code, options) =>
      withShop(options, async ({ checkout }, act) =>
        toOutcome(await checkout.endCoupon(code, act), () => `Coupon ${code} has ended`, `Coupon ${code}`),
      ),
    );
};
