import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { Today } from '@sokuwa/contract/today/today.schemas.ts';
import type { NextPayout } from '../payouts/index.ts';
import type { TodayView } from './today.service.ts';

const toNaira = (amount: Kobo): number => amount / 100;
const toIso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Presents orders to ship as a merchant and an operator see them. */
export const presentToShip = ({ count, late, oldest }: TodayView['toShip']): Today['to_ship'] => ({
  count,
  late_count: late,
  oldest_ship_by: toIso(oldest),
});

/** Presents a merchant's next payout, in naira. */
export const presentNextPayout = (payout: NextPayout): NonNullable<Today['next_payout']> => ({
  amount: toNaira(payout.amount),
  status: payout.status,
  expected_at: payout.expectedAt,
  waiting_amount: toNaira(payout.waiting),
  bank_account_label: payout.lastDigits === null ? null : `••${payout.lastDigits}`,
});

export const presentSales = ({ orders, kobo }: { orders: number; kobo: Kobo }) => ({ orders, amount: toNaira(kobo) });

/** Presents a merchant's first page, with amounts in naira. */
export const presentToday = ({ toShip, unanswered, undecided, lowStock, sales, nextPayout }: TodayView): Today => ({
  to_ship: presentToShip(toShip),
  unanswered: unanswered && { count: unanswered.count, oldest_at: toIso(unanswered.oldest) },
  returns: undecided && { count: undecided.count, decide_by: toIso(undecided.decideBy) },
  low_stock: lowStock && {
    count: lowStock.count,
    products: lowStock.products.map(({ id, title, stock, picture_key: key }) => ({
      id,
      title,
      image: key === null ? '' : pictureUrl(key, 400, 'webp'),
      stock,
    })),
  },
  sales: {
    days: sales.days.map(({ day, ...sold }) => ({ day, ...presentSales(sold) })),
    previous: presentSales(sales.previous),
  },
  next_payout: nextPayout && presentNextPayout(nextPayout),
});
