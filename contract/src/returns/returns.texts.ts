import { isFault, isMissing, type ReturnActor, type ReturnReason, type ReturnStatus } from './returns.rules.ts';

/** What readers choose from, and see of a return. */
export const REASON_TEXTS: Record<ReturnReason, string> = {
  changed_mind: 'I changed my mind (unused)',
  defective: 'It does not work as it should',
  damaged: 'It arrived damaged',
  wrong_item: 'It is not what I ordered',
  not_as_described: 'It is not as described',
  not_received: 'It has not arrived',
};

const STATUS_TEXTS: Record<ReturnStatus, string> = {
  requested: 'Requested',
  accepted: 'Accepted',
  appealed: 'With us',
  received: 'Received',
  refunded: 'Refunded',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/** A state of a return, as a label. Items that did not arrive are never received. */
export const describeStatus = (status: ReturnStatus, reason: ReturnReason): string =>
  status === 'received' && isMissing(reason) ? 'Refund on its way' : STATUS_TEXTS[status];

type Facts = {
  status: ReturnStatus;
  reason: ReturnReason;
  /** Who took the last step. */
  by: ReturnActor;
  merchant: string;
  /** `decide_by` or `appeal_by` as a day; empty if there is none. */
  deadline: string;
  /** The refund with its currency. */
  amount: string;
  /** Where the refund goes, or went, such as 'your wallet'. */
  target: string;
};
/** What has happened, and what happens next; the latter is empty if nothing does. */
type Sentences = { happened: string; next: string };

/** The state of a return in a sentence for its buyer: the same on the page and in emails. */
export const describeToBuyer = ({ status, reason, by, merchant, deadline, amount, target }: Facts): Sentences => {
  const decider = by === 'merchant' ? `${merchant} has` : 'We have';
  const isNeverReceived = isMissing(reason);
  const noun = isNeverReceived ? 'report' : 'return';
  switch (status) {
    case 'requested':
      return {
        happened: isNeverReceived
          ? 'You told us that these items have not arrived.'
          : 'You asked to return these items.',
        next: `${merchant} decides by ${deadline}; otherwise we do.${isNeverReceived ? ' If they arrive meanwhile, please withdraw your report.' : ''}`,
      };
    case 'accepted':
      return {
        happened: `${decider} accepted your return.`,
        next: `Send the items so that they arrive by ${deadline}. ${isFault(reason) ? 'We cover the return shipping.' : 'You pay for the return shipping.'} You get ${amount} back when they have arrived.`,
      };
    case 'appealed':
      return {
        happened: by === 'buyer' ? 'You asked us to decide.' : `${merchant} has not responded in time.`,
        next: `We look at your ${noun}, decide, and email you.`,
      };
    case 'received':
      return {
        happened: isNeverReceived
          ? `${decider} confirmed that your items have not arrived.`
          : 'Your items have arrived.',
        next: `We refund ${amount} to ${target}. It takes 5 to 10 business days.`,
      };
    case 'refunded':
      return { happened: `We have refunded ${amount} to ${target}.`, next: '' };
    case 'declined':
      return {
        happened: `${decider} declined your ${noun}.`,
        next: deadline ? `You can ask us to decide until ${deadline}.` : 'This decision is final.',
      };
    case 'withdrawn':
      return { happened: `You have withdrawn this ${noun}.`, next: '' };
  }
};

/** The same for the merchant. */
export const describeToMerchant = ({ status, reason, by, deadline, amount }: Facts): Sentences => {
  const decider = by === 'merchant' ? 'You have' : 'We have';
  const isNeverReceived = isMissing(reason);
  const noun = isNeverReceived ? 'report' : 'return';
  switch (status) {
    case 'requested':
      return {
        happened: isNeverReceived
          ? 'A buyer says that these items have not arrived.'
          : 'A buyer wants to return these items.',
        next: isNeverReceived
          ? `Look where the parcel is. Accept the report, which refunds the buyer ${amount}, or decline it by ${deadline}; otherwise we decide.`
          : `Accept or decline the return by ${deadline}; otherwise we decide.`,
      };
    case 'accepted':
      return {
        happened: `${decider} accepted this return.`,
        next: `The buyer sends the items. Confirm the receipt by ${deadline}: the buyer is then refunded.`,
      };
    case 'appealed':
      return {
        happened: by === 'buyer' ? 'The buyer has asked us to decide.' : 'You have not responded in time.',
        next: `We look at the ${noun}, decide, and email you.`,
      };
    case 'received':
    case 'refunded':
      return {
        happened: isNeverReceived
          ? `${decider} accepted that the items have not arrived, and the buyer is refunded ${amount}.`
          : `The return has arrived, and the buyer is refunded ${amount}.`,
        next: '',
      };
    case 'declined':
      return {
        happened: `${decider} declined this ${noun}.`,
        next: deadline ? `The buyer can ask us to decide until ${deadline}.` : 'This decision is final.',
      };
    case 'withdrawn':
      return { happened: `The buyer has withdrawn this ${noun}.`, next: '' };
  }
};

/** Where a refund goes, for `describeToBuyer`. */
export const describeTarget = ({ toPayment, toWallet }: { toPayment: boolean; toWallet: boolean }): string => {
  if (toPayment && toWallet) return 'your payment method and your wallet';
  return toWallet ? 'your wallet' : 'your payment method';
};
