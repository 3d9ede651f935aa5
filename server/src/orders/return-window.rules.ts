/** Days after its delivery in which a piece can be returned (RETURN-1). */
export const RETURN_DAYS = 30;
/** Hours after its delivery in which a piece that spoils can be returned (RETURN-2). */
export const PERISHABLE_RETURN_HOURS = 24;

const HOUR_MS = 3_600_000;

/** Until when pieces of a parcel can be returned. */
export const returnableUntil = (deliveredAt: Date, { perishable }: { perishable: boolean }): Date =>
  new Date(deliveredAt.getTime() + (perishable ? PERISHABLE_RETURN_HOURS : RETURN_DAYS * 24) * HOUR_MS);
