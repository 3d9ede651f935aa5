/** An amount in naira, formatted as on the pages. */
export const formatNaira = (amount: number): string =>
  `₦${amount.toLocaleString('en-US', { minimumFractionDigits: amount % 1 === 0 ? 0 : 2 })}`;
