import { NAME_MAX, POSTAL_CODE_MAX } from '@sokuwa/contract/addresses/addresses.rules.ts';
import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { Checkbox } from '@sokuwa/ui/checkbox-radio.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { useForm } from '@sokuwa/ui/use-form.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type PlaceChoice, PlaceFields } from '../geo/index.ts';
import { BackToAddress } from './address-chooser.tsx';
import { AddressLine } from './address-line.tsx';
import { type FormValues, toFormValues, useNewAddressValues } from './address-values.ts';
import { useSaveAddress } from './save-address.ts';

type FormProps = {
  /** The address to edit; undefined adds one. */
  address?: Address;
  onSaved: () => void;
  /** Closes the form without saving; omitted if there is no other address to show. */
  onBack?: (() => void) | undefined;
  /** Default: 'Back To Delivery Address'. */
  backLabel?: string;
};

/** The form of a delivery address. A new one is filled in from the profile. */
export function AddressForm({ address, ...props }: FormProps) {
  if (address) return <Fields values={toFormValues(address)} editedId={address.id} {...props} />;
  return <NewAddressForm {...props} />;
}

function NewAddressForm(props: FormProps) {
  const values = useNewAddressValues();
  if (values) return <Fields values={values} {...props} />;
  return (
    <div role="status" aria-label="Loading your details">
      <Skeleton className="h-12" />
      <Skeleton className="mt-5 h-12" />
      <Skeleton className="mt-5 h-12" />
    </div>
  );
}

/** The fields of the form. If the address is refused, they keep the input and show the errors. */
function Fields({
  values,
  editedId,
  onSaved,
  onBack,
  backLabel,
}: Omit<FormProps, 'address'> & { values: FormValues; editedId?: string }) {
  const save = useSaveAddress(editedId);
  const [place, setPlace] = useState<PlaceChoice>(values.place);
  const { form, errors, failure, busy } = useForm(async (entered) => {
    const formErrors = await save(entered, place);
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
          defaultValue={values.first_name}
          maxLength={NAME_MAX}
          required
          error={errors.first_name}
        />
        <TextField
          label="Last Name"
          name="last_name"
          autoComplete="family-name"
          defaultValue={values.last_name}
          maxLength={NAME_MAX}
          required
          error={errors.last_name}
        />
        <TextField
          label="Phone Number"
          name="phone_number"
          type="tel"
          autoComplete="tel"
          defaultValue={values.phone_number}
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
            // A field that cannot be filled in yet shows no error.
            region: place.country && !place.region ? errors.region : undefined,
            // The refused field may be a select.
            city: place.region ? errors.city : undefined,
          }}
        />
        <AddressLine
          label="Address Line 1"
          name="address_line1"
          autoComplete="address-line1"
          defaultValue={values.address_line1}
          required
          error={errors.address_line1}
        />
        <AdditionalLines values={values} errors={errors} />
        <TextField
          label="Postal Code"
          name="postal_code"
          autoComplete="postal-code"
          defaultValue={values.postal_code}
          maxLength={POSTAL_CODE_MAX}
          required
          error={errors.postal_code}
        />
      </div>
      {editedId === undefined && onBack && (
        <Checkbox
          name="make_default"
          defaultChecked
          label="Deliver to this address, and make it my default"
          className="mt-4"
        />
      )}
      {failure !== undefined && (
        <div className="mt-5">
          <Alert kind="error">{failure}</Alert>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" variant="ink" busy={busy}>
          Save Address
        </Button>
        {onBack && <BackToAddress onBack={onBack} label={backLabel} />}
      </div>
    </form>
  );
}

/** Address lines 2 and 3, which a button opens unless they are in use. */
function AdditionalLines({ values, errors }: { values: FormValues; errors: Readonly<Record<string, string>> }) {
  const [isOpen, setIsOpen] = useState(values.address_line2 !== '' || values.address_line3 !== '');
  if (!isOpen)
    return (
      <div className="flex items-end">
        <Button variant="text" className="-ml-3" icon={<Plus className="size-5" />} onClick={() => setIsOpen(true)}>
          Add Lines 2 and 3
        </Button>
      </div>
    );
  return (
    <>
      <AddressLine
        label="Address Line 2"
        name="address_line2"
        autoComplete="address-line2"
        defaultValue={values.address_line2}
        error={errors.address_line2}
      />
      <AddressLine
        label="Address Line 3"
        name="address_line3"
        autoComplete="address-line3"
        defaultValue={values.address_line3}
        error={errors.address_line3}
      />
    </>
  );
}
