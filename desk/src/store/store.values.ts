import type { Store, StoreChange } from '@sokuwa/contract/catalog/merchant-store.schemas.ts';

/** What the form of a store edits. */
export type StoreValues = {
  place: string;
  email: string;
  handling_days: string;
  description: string;
  policies: string;
  has_holiday: boolean;
  /** YYYY-MM-DD, and empty without a holiday. */
  holiday_from: string;
  holiday_until: string;
  holiday_note: string;
};

export const FIELD_NAMES: Record<keyof StoreValues, string> = {
  place: 'Place',
  email: 'Email',
  handling_days: 'Days until orders leave',
  description: 'Description',
  policies: 'Policies',
  has_holiday: 'Holiday',
  holiday_from: 'First day',
  holiday_until: 'Open again',
  holiday_note: 'Sentence in the shop',
};

export const toValues = ({
  place,
  email,
  handling_days,
  description,
  policies,
  holiday,
}: Pick<Store, 'place' | 'email' | 'handling_days' | 'description' | 'policies' | 'holiday'>): StoreValues => ({
  place,
  email: email ?? '',
  handling_days: String(handling_days),
  description,
  policies,
  has_holiday: holiday !== null,
  holiday_from: holiday?.from ?? '',
  holiday_until: holiday?.until ?? '',
  holiday_note: holiday?.note ?? '',
});

const HOLIDAY_FIELDS = ['holiday_from', 'holiday_until', 'holiday_note'] as const;

/** The names of the fields that differ. Days and sentence of a holiday that is switched off do not count. */
export const findChanges = (values: StoreValues, base: StoreValues): (keyof StoreValues)[] =>
  (Object.keys(FIELD_NAMES) as (keyof StoreValues)[]).filter(
    (name) =>
      values[name] !== base[name] && (values.has_holiday || !(HOLIDAY_FIELDS as readonly string[]).includes(name)),
  );

/** The request for what differs from the store that the form was filled with; empty if nothing does. */
export const toChange = (values: StoreValues, base: StoreValues): StoreChange => {
  const changes = new Set(findChanges(values, base));
  const { has_holiday, holiday_from, holiday_until, holiday_note } = values;
  const isHolidayChanged = changes.has('has_holiday') || HOLIDAY_FIELDS.some((name) => changes.has(name));
  return {
    ...(changes.has('place') && { place: values.place }),
    ...(changes.has('email') && { email: values.email.trim() === '' ? null : values.email }),
    ...(changes.has('handling_days') && { handling_days: Number(values.handling_days) }),
    ...(changes.has('description') && { description: values.description }),
    ...(changes.has('policies') && { policies: values.policies }),
    ...(isHolidayChanged && {
      holiday: has_holiday ? { from: holiday_from, until: holiday_until, note: holiday_note } : null,
    }),
  };
};

/** What a stored draft has of the form; an earlier release may have had other fields. */
export const readValues = (draft: unknown): Partial<StoreValues> => {
  if (typeof draft !== 'object' || draft === null) return {};
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => name in FIELD_NAMES && typeof value === (name === 'has_holiday' ? 'boolean' : 'string'),
    ),
  );
};
