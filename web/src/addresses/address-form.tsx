import { NAME_MAX, POSTAL_CODE_MAX } from '@sokuwa/contract/addresses/addresses.rules.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { useForm } from '@sokuwa/ui/use-form.ts';
import { useState } from 'react';
import { NO_PLACE, type PlaceChoice, PlaceFields } from '../geo/index.ts';
import { BackToAddress } from './address-chooser.tsx';
import { AddressLine } from './address-line.tsx';
import { useSaveAddress } from './save-address.ts';

/**
 * The form of a new delivery address. A refused address keeps all input and shows the errors beside the fields.
 * @param onBack closes the form without saving; omitted when there is no other address
 */
export function AddressForm({ onSaved, onBack }: { onSaved: () => void; onBack?: (() => void) | undefined }) {
  const save = useSaveAddress();
  const [place, setPlace] = useState<PlaceChoice>(NO_PLACE);
  const { form, errors, failure, busy } = useForm(async (values) => {
    const formErrors = await save(values, place);
    if (!formErrors) onSaved();
    return formErrors;
  });
  return (
    <form {...form} aria-label="Delivery details">
      <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
        <TextField
          label="First Name"
          name="first_name"
          autoComplete="given-name"
          maxLength={NAME_MAX}
          required
          error={errors.first_name}
        />
        <TextField
          label="Last Name"
          name="last_name"
          autoComplete="family-name"
          maxLength={NAME_MAX}
          required
          error={errors.last_name}
        />
        <TextField
          label="Phone Number"
          name="phone_number"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          required
          error={errors.phone_number}
        />
        <PlaceFields
          value={place}
          onChange={setPlace}
          required
          errors={{
            country: place.country ? undefined : errors.country,
            region: place.region ? undefined : errors.region,
            // The refused field may be a select.
            city: errors.city,
          }}
        />
        <AddressLine
          label="Address Line 1"
          name="address_line1"
          autoComplete="address-line1"
          required
          error={errors.address_line1}
        />
        <AddressLine
          label="Address Line 2"
          name="address_line2"
          autoComplete="address-line2"
          error={errors.address_line2}
        />
        <AddressLine
          label="Address Line 3"
          name="address_line3"
          autoComplete="address-line3"
          error={errors.address_line3}
        />
        <TextField
          label="Postal Code"
          name="postal_code"
          autoComplete="postal-code"
          maxLength={POSTAL_CODE_MAX}
          required
          error={errors.postal_code}
        />
      </div>
      {failure !== undefined && (
        <div className="mt-5">
          <Alert kind="error">{failure}</Alert>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" variant="ink" busy={busy}>
          Save Address
        </Button>
        {onBack && <BackToAddress onBack={onBack} />}
      </div>
    </form>
  );
}
