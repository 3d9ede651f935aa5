/** Days from delivery in which a product that does not spoil can be returned unused, without a fault. */
export const RETURN_DAYS = 30;
/** Days from delivery in which a fault of a product that does not spoil can be reported. */
export const FAULT_RETURN_DAYS = 7;
/** Hours from delivery in which a product that spoils can be returned, whatever the reason. */
export const PERISHABLE_RETURN_HOURS = 24;

/** Why a buyer returns something. Every reason but the first is a fault, for which the shop covers the return shipping (RETURN-4). */
export const RETURN_REASONS = ['changed_mind', 'defective', 'damaged', 'wrong_item', 'not_as_described'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];
