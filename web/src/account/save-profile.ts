import { updateProfile } from '@sokuwa/contract/account/account.endpoints.ts';
import type { Profile, ProfileEdit } from '@sokuwa/contract/account/account.schemas.ts';
import { ApiError } from '@sokuwa/contract/api-client.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { PlaceChoice } from '../geo/index.ts';
import { useApi } from '../lib/app-context.ts';
import { textOf } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';
import { profileQuery } from './profile.query.ts';

type Field = 'date_of_birth' | 'gender' | 'phone_number' | 'street_address' | 'country' | 'region' | 'city' | 'image';
export type ProfileErrors = Partial<Record<Field, string>>;

/** The field of a refusal without field errors. */
const FIELD_OF: Partial<Record<RefusalCode, Field>> = {
  phone_invalid: 'phone_number',
  unknown_place: 'city',
  picture_invalid: 'image',
  picture_too_large: 'image',
};

type ProfileInput = { profile: Profile; values: FormData; place: PlaceChoice; picture: File | null };

const toProfileEdit = ({ profile, values, place }: ProfileInput): ProfileEdit => {
  const text = (name: Field) => String(values.get(name) ?? '');
  return {
    user: profile.user,
    date_of_birth: text('date_of_birth') || null,
    // The select has no other values.
    gender: text('gender') as Profile['gender'],
    phone_number: text('phone_number'),
    street_address: text('street_address'),
    country: place.country?.id ?? '',
    region: place.region?.id ?? null,
    city: place.city?.id ?? null,
  };
};

/**
 * Saves the fields, then a newly chosen picture (ACCOUNT-123, ACCOUNT-124). If the picture is refused, the fields are already saved;
 * saving them again is harmless.
 */
export const useSaveProfile = (): ((input: ProfileInput) => Promise<void>) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = profileQuery(api, useSessionToken());
  return async (input) => {
    queryClient.setQueryData(queryKey, await api.call(updateProfile, { body: toProfileEdit(input) }));
    if (!input.picture) return;
    const body = new FormData();
    body.set('image', input.picture);
    queryClient.setQueryData(queryKey, await api.call(updateProfile, { body }));
  };
};

/** The error texts of a failed save: for the form, and by field. */
export const toProfileErrors = (error: unknown): { text: string; fields: ProfileErrors } => {
  const message = error instanceof Error ? error.message : String(error);
  const text = `Failed to update profile. ${message}`;
  if (!(error instanceof ApiError)) return { text, fields: {} };
  const fields: ProfileErrors = Object.fromEntries(
    Object.entries(error.fieldErrors).map(([name, texts]) => [name, texts.join(' ')]),
  );
  const field = error.code && FIELD_OF[error.code];
  if (field && error.code) fields[field] ??= textOf(error.code) ?? message;
  return { text, fields };
};
