import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { OperatorRefund } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import type { OperatorDispute, OperatorPayment } from '@sokuwa/contract/orders/operator-payments.schemas.ts';

/** An amount in its currency: '₦12,300', '12.50 USD'. @param amount in the currency's main unit */
export const formatMoney = (amount: number, currency: string): string =>
  currency === 'NGN' ? formatNairaPrice(amount) : `${amount.toFixed(2)} ${currency}`;

/** What arrived for a payment; what was due if nothing did. */
export const formatReceived = ({ amount, paid, paid_currency }: OperatorPayment): string =>
  formatMoney(paid ?? amount, paid === null ? 'NGN' : (paid_currency ?? 'NGN'));

/** Why a payment is held, in a sentence. */
export const sayWhyHeld = ({ amount, paid, paid_currency, held_for }: OperatorPayment): string => {
  if (paid !== null && paid_currency !== null && paid_currency !== 'NGN')
    return `Paid in ${paid_currency}, not in naira`;
  if (paid !== null && paid < amount) return `${formatNairaPrice(amount - paid)} less than the order asks for`;
  if (paid !== null && paid > amount) return `${formatNairaPrice(paid - amount)} more than the order asks for`;
  return held_for ?? 'Held';
};

/** Why a buyer gets a refund, as the server calls it. */
const REFUND_REASONS: Record<string, string> = {
  cancelled: 'The order was cancelled',
  'too late': 'It was paid too late',
  'paid twice': 'It was paid twice',
  'not as asked': 'The payment was not what the order asks for',
  'pieces cancelled': 'Pieces were cancelled',
  returned: 'Pieces were returned',
  goodwill: 'Goodwill',
};
export const sayRefundReason = ({ reason }: Pick<OperatorRefund, 'reason'>): string => REFUND_REASONS[reason] ?? reason;

/** What happens with a refund, or what an operator has to do. */
export const sayRefundState = ({ status, refused_for }: Pick<OperatorRefund, 'status' | 'refused_for'>): string => {
  const refused = refused_for === null ? '' : ` The provider says: “${refused_for}”.`;
  switch (status) {
    case 'requested':
      return `The shop sends it to the provider, again and again for some days.${refused}`;
    case 'accepted':
      return 'The provider has accepted it. If it stays so for long, look at the provider whether it needs the buyer’s bank account.';
    case 'stuck':
      return `The shop has given up sending it.${refused}`;
    case 'done':
      return 'The buyer has the money back.';
    case 'wallet':
      return 'The buyer has it in the wallet.';
    case 'by hand':
      return 'It was paid outside the shop.';
  }
};

/** Resolutions after which the bank has taken the money back. */
const LOST = ['merchant-accepted', 'auto-accepted'];
/** Whether the bank has taken the money back, also of an order that was shipped. */
export const isDisputeLost = ({ resolution }: Pick<OperatorDispute, 'resolution'>): boolean =>
  LOST.includes(resolution ?? '');

/** The order of a reference of a payment or refund: '7F3KQ2M9XW4T-1.2' → '7F3KQ2M9XW4T'. */
export const orderOfReference = (reference: string): string => reference.split('-')[0] ?? '';
