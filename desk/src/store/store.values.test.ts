import { expect, test } from 'vitest';
import { findChanges, readValues, toChange, toValues } from './store.values.ts';

const open = toValues({
  place: 'Kano, Nigeria',
  email: null,
  handling_days: 2,
  description: '',
  policies: '',
  holiday: null,
});

test('only what differs is requested', () => {
  expect(toChange(open, open)).toEqual({});
  expect(toChange({ ...open, place: 'Jos', email: 'a@b.test', handling_days: '0' }, open)).toEqual({
    place: 'Jos',
    email: 'a@b.test',
    handling_days: 0,
  });
  expect(toChange({ ...open, email: ' ' }, { ...open, email: 'a@b.test' })).toEqual({ email: null });
});

test('a holiday is requested as a whole, and ended by switching it off', () => {
  const away = {
    ...open,
    has_holiday: true,
    holiday_from: '2026-12-24',
    holiday_until: '2027-01-04',
    holiday_note: 'At home.',
  };
  const holiday = { from: '2026-12-24', until: '2027-01-04', note: 'At home.' };
  expect(toChange(away, open)).toEqual({ holiday });
  expect(toChange({ ...away, holiday_note: 'Away.' }, away)).toEqual({ holiday: { ...holiday, note: 'Away.' } });
  expect(toChange({ ...away, has_holiday: false }, away)).toEqual({ holiday: null });
  expect(findChanges({ ...away, has_holiday: false }, open)).toEqual([]);
});

test('a draft of another form is read as far as it fits', () => {
  expect(readValues({ place: 'Jos', has_holiday: 'yes', other: 'x', email: 5 })).toEqual({ place: 'Jos' });
  expect(readValues('text')).toEqual({});
  expect(readValues(null)).toEqual({});
});
