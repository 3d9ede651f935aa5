import { addAddress, editAddress } from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import type { Address, AddressFields } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { ApiError } from '@sokuwa/contract/api-client.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { type FormErrors, getText } from '@sokuwa/ui/use-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { PlaceChoice } from '../geo/index.ts';
import { useApi } from '../lib/app-context.ts';
import { fieldErrors } from '../lib/field-errors.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';
import { addressesQuery, withSaved } from './addresses.query.ts';

/** The required text fields (ADDRESS-9). */
const REQUIRED = ['first_name', 'last_name', 'phone_number', 'address_line1', 'postal_code'] as const;

/** The field of a refusal without field errors. */
const FIELD_OF: Partial<Record<RefusalCode, string>> = { phone_invalid: 'phone_number', unknown_place: 'city' };

/** Builds the request body, or returns the missing fields. */
const buildBody = (values: FormData, { country, region, city }: PlaceChoice): AddressFields | { missing: string[] } => {
  const text = (name: string) => getText(values, name).trim();
  const missing = [
    ...REQUIRED.filter((name) => text(name) === ''),
    ...(country ? [] : ['country']),
    ...(region ? [] : ['region']),
    ...(city ? [] : ['city']),
  ];
  if (missing.length > 0 || !country || !region || !city) return { missing };
  return {
    first_name: text('first_name'),
    last_name: text('last_name'),
    phone_number: text('phone_number'),
    address_line1: text('address_line1'),
    address_line2: text('address_line2'),
    address_line3: text('address_line3'),
    country: country.id,
    region: region.id,
    city: city.id,
    postal_code: text('postal_code'),
  };
};

const toFormErrors = (error: unknown): FormErrors => {
  const code = error instanceof ApiError ? error.code : undefined;
  const field = code && FIELD_OF[code];
  const fields = { ...fieldErrors(error), ...(field && { [field]: describeError(error) }) };
  return Object.keys(fields).length > 0 ? { fields } : { failure: describeError(error) };
};

/**
 * Saves a new address, or changes one, and shows a toast.
 * @param editedId the address to change; undefined adds one
 * @returns the errors; undefined when saved
 */
export const useSaveAddress = (
  editedId: string | undefined,
): ((values: FormData, place: PlaceChoice) => Promise<FormErrors | undefined>) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = addressesQuery(api, useSessionToken());
  return async (values, place) => {
    const body = buildBody(values, place);
    if ('missing' in body) {
      toast.error('Please fill all delivery details required fields');
      const fields = Object.fromEntries(body.missing.map((name) => [name, 'This field is required.']));
      return { fields, failure: 'Please fill all the required fields' };
    }
    try {
      const saved =
        editedId === undefined
          ? await api.call(addAddress, { body: { ...body, make_default: values.has('make_default') } })
          : await api.call(editAddress, { params: { id: editedId }, body });
      toast.success('Delivery details saved successfully');
      // A refetch that started earlier may not return the new address.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Address[]>(queryKey, (addresses = []) => withSaved(addresses, saved));
      return undefined;
    } catch (error) {
      toast.error('Failed to save delivery details');
      return toFormErrors(error);
    }
  };
};
