import { type Kobo, kobo, nairaText, parseNaira } from '@sokuwa/contract/money.ts';
import type { Operator } from '@sokuwa/server/operator.ts';
import { backup, restore } from './backup.commands.ts';
import type { Command, Done } from './command.ts';
import { merchantCommands } from './merchant.commands.ts';
import { paymentCommands } from './payment.commands.ts';
import { exportProducts, importCategories, importProducts } from './product-files.ts';
import { readOrderId, readTime, readWhole, UsageError } from './usage.ts';

const naira = (amount: Kobo): string => `₦${nairaText(amount)}`;

const readNaira = (what: string, text: string): Kobo => {
  const amount = parseNaira(text);
  if (amount !== null && amount >= 0) return amount;
  throw new UsageError(`${what} must be an amount in naira, such as 2500 or 2,500.50, not "${text}".`);
};

const stepCommand = (name: 'deliver' | 'cancel', summary: string): Command => ({
  name: `orders ${name}`,
  args: ['<order-id>'],
  options: {},
  summary,
  prepare: ({ args: [order] }) => {
    const id = readOrderId(order);
    return async (operator, dryRun) => stepped(id, await operator.stepOrder(id, { step: name }, dryRun));
  },
});

const stepped = (id: string, moved: Awaited<ReturnType<Operator['stepOrder']>>): Done => {
  if (!moved) return { refused: `There is no order ${id}.` };
  if (!moved.to) return { refused: `Order ${id} is ${moved.from}, which does not allow this.` };
  return { done: `Order ${id}: ${moved.from} -> ${moved.to}` };
};

const ship: Command = {
  name: 'orders ship',
  args: ['<order-id>'],
  options: { tracking: 'the carrier’s tracking number, which is mailed to the buyer (needed)' },
  summary: 'Hand a paid order to the carrier.',
  prepare: ({ args: [order], options: { tracking } }) => {
    const id = readOrderId(order);
    if (tracking === undefined || !/^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/.test(tracking))
      throw new UsageError('--tracking must be the carrier’s number: 1 to 64 letters, digits and signs.');
    return async (operator, dryRun) => stepped(id, await operator.stepOrder(id, { step: 'ship', tracking }, dryRun));
  },
};

const createCoupon: Command = {
  name: 'coupons create',
  args: ['<code>'],
  options: {
    percent: 'per cent off the items, 1 to 100',
    fixed: 'or an amount off them, in naira',
    starts: 'from when on, such as 2026-12-01 (now, when left out)',
    ends: 'until when, such as 2026-12-24 (no end, when left out)',
    minimum: 'what the items must cost at least, in naira',
    'max-uses': 'how many orders may use it (any number, when left out)',
  },
  summary: 'Make a coupon that each buyer can use once.',
  prepare: ({ args: [given = ''], options }) => {
    const code = given.toUpperCase();
    if (!/^[A-Z0-9][A-Z0-9_-]{1,31}$/.test(code))
      throw new UsageError(`A code is 2 to 32 letters, digits, hyphens and underscores, not "${given}".`);
    const { percent, fixed, starts, ends, minimum, 'max-uses': uses } = options;
    if ((percent === undefined) === (fixed === undefined)) throw new UsageError('Give either --percent or --fixed.');
    const coupon = {
      code,
      percent: percent === undefined ? null : readWhole('--percent', percent, { min: 1, max: 100 }),
      fixed_kobo: fixed === undefined ? null : readNaira('--fixed', fixed),
      starts_at: starts === undefined ? new Date() : readTime('--starts', starts),
      ends_at: ends === undefined ? null : readTime('--ends', ends),
      minimum_kobo: minimum === undefined ? kobo(0) : readNaira('--minimum', minimum),
      max_uses: uses === undefined ? null : readWhole('--max-uses', uses, { min: 1 }),
    };
    if (coupon.fixed_kobo === 0) throw new UsageError('--fixed must be more than nothing.');
    if (coupon.ends_at && coupon.ends_at <= coupon.starts_at) throw new UsageError('--ends must be after --starts.');
    const off = coupon.fixed_kobo === null ? `${coupon.percent}%` : naira(coupon.fixed_kobo);
    return async (operator, dryRun) =>
      (await operator.createCoupon(coupon, dryRun))
        ? { done: `Coupon ${code}: ${off} off` }
        : { refused: `There is a coupon ${code} already.` };
  },
};

const stock: Command = {
  name: 'products stock',
  args: ['<product-id>', '<pieces>'],
  options: {},
  summary: 'Say how many pieces can be bought: 20 sets it, +5 and -3 change it.',
  prepare: ({ args: [product = '', pieces = ''] }) => {
    const id = readWhole('The product id', product, { min: 1 });
    const count = readWhole('The number of pieces', pieces.replace(/^[+-]/, ''), { max: 100_000_000 });
    const change = /^[+-]/.test(pieces) ? { by: pieces.startsWith('-') ? -count : count } : { to: count };
    return async (operator, dryRun) => {
      const changed = await operator.changeStock(id, change, dryRun);
      if (!changed) return { refused: `There is no product ${id}.` };
      if (changed === 'short') return { refused: `There are fewer than ${count} of product ${id}.` };
      return { done: `${changed.title}: ${changed.before} -> ${changed.after} in stock` };
    };
  },
};

const price: Command = {
  name: 'products price',
  args: ['<product-id>', '<naira>'],
  options: { discount: 'per cent off it, 0 to 99 (as it is, when left out)' },
  summary: 'Say what a product costs before its discount.',
  prepare: ({ args: [product = '', amount = ''], options: { discount } }) => {
    const id = readWhole('The product id', product, { min: 1 });
    const price_kobo = readNaira('The price', amount);
    if (price_kobo === 0 || price_kobo > 1_000_000_000_000)
      throw new UsageError('The price must be more than nothing, and ₦10,000,000,000 at most.');
    const discount_percent = discount === undefined ? undefined : readWhole('--discount', discount, { max: 99 });
    const text = (one: { price_kobo: Kobo; discount_percent: number }) =>
      `${naira(one.price_kobo)}${one.discount_percent > 0 ? ` less ${one.discount_percent}%` : ''}`;
    return async (operator, dryRun) => {
      const changed = await operator.changePrice(id, { price_kobo, discount_percent }, dryRun);
      if (!changed) return { refused: `There is no product ${id}.` };
      return { done: `${changed.title}: ${text(changed.before)} -> ${text(changed.after)}` };
    };
  },
};

export const commands: readonly Command[] = [
  ship,
  stepCommand('deliver', 'Write down that a shipped order was delivered.'),
  stepCommand('cancel', 'Cancel an order that is not shipped; what was paid goes back.'),
  ...paymentCommands,
  createCoupon,
  stock,
  price,
  ...merchantCommands,
  importCategories,
  importProducts,
  exportProducts,
  backup,
  restore,
];
