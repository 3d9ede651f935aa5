import { STREET_MAX } from '@sokuwa/contract/account/account.rules.ts';
import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { Select } from '@sokuwa/ui/select.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type PlaceChoice, PlaceFields } from '../geo/index.ts';
import { PageLink } from '../lib/page-link.tsx';
import { GENDERS } from './genders.ts';
import { PhotoField } from './photo-field.tsx';
import { type ProfileErrors, toProfileErrors, useSaveProfile } from './save-profile.ts';

/** Milliseconds between the success and the redirect to the profile (ACCOUNT-128). */
const REDIRECT_DELAY_MS = 2000;
/** The earliest date of birth that the server accepts. */
const MIN_BIRTH_DATE = '1900-01-01';

/** Null when the stored place no longer exists, so that the user chooses again. */
const toOption = <Id,>(id: Id | null, name: string) => (id === null || name === '' ? null : { id, name });

/** The profile form. A failed save keeps all input and shows the errors beside the fields. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const router = useRouter();
  const save = useSaveProfile();
  const form = useRef<HTMLFormElement>(null);
  const [phase, setPhase] = useState<'editing' | 'saving' | 'saved'>('editing');
  const [errors, setErrors] = useState<ProfileErrors>({});
  const [picture, setPicture] = useState<File | null>(null);
  const [place, setPlace] = useState<PlaceChoice>({
    country: toOption(profile.countryCode, profile.country),
    region: toOption(profile.regionCode, profile.region),
    city: toOption<number | string>(profile.cityId ?? profile.city, profile.city),
  });

  useEffect(() => {
    if (phase !== 'saved') return;
    const timer = setTimeout(() => void router.history.push('/profile'), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [phase, router]);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (phase !== 'editing') return;
    const values = new FormData(event.currentTarget);
    setPhase('saving');
    setErrors({});
    try {
      await save({ profile, values, place, picture });
      toast.success('Profile updated successfully.');
      setPhase('saved');
    } catch (error) {
      const failure = toProfileErrors(error);
      toast.error(failure.text);
      setErrors(failure.fields);
      setPhase('editing');
    }
  };

  return (
    <form ref={form} onSubmit={submit} aria-label="Edit Profile">
      <PhotoField user={profile.user} image={profile.image} error={errors.image} onChange={setPicture} />
      <Heading>Personal details</Heading>
      <div className={gridClass}>
        <TextField label="First Name" value={profile.user.first_name} readOnly hint={READ_ONLY_HINT} />
        <TextField label="Last Name" value={profile.user.last_name} readOnly hint={READ_ONLY_HINT} />
        <TextField label="Email" type="email" value={profile.user.email} readOnly hint={READ_ONLY_HINT} />
        <TextField
          label="Date of Birth"
          name="date_of_birth"
          type="date"
          autoComplete="bday"
          min={MIN_BIRTH_DATE}
          max={new Date().toISOString().slice(0, 10)}
          defaultValue={profile.date_of_birth ?? ''}
          error={errors.date_of_birth}
        />
        <Select
          label="Gender"
          name="gender"
          autoComplete="sex"
          placeholder="Choose one"
          defaultValue={profile.gender}
          error={errors.gender}
        >
          {Object.entries(GENDERS).map(
            ([value, text]) =>
              value && (
                <option key={value} value={value}>
                  {text}
                </option>
              ),
          )}
        </Select>
        <TextField
          label="Phone Number"
          name="phone_number"
          type="tel"
          autoComplete="tel"
          defaultValue={profile.phone_number}
          error={errors.phone_number}
        />
      </div>
      <DashedLine className="mt-8" />
      <Heading>Address</Heading>
      <div className={gridClass}>
        <TextField
          label="Street Address"
          name="street_address"
          autoComplete="address-line1"
          maxLength={STREET_MAX}
          defaultValue={profile.street_address}
          error={errors.street_address}
        />
        <PlaceFields value={place} onChange={setPlace} errors={errors} />
      </div>
      <div className="mt-10 flex flex-wrap gap-3 *:flex-[1_1_9rem] sm:*:flex-none">
        <PageLink path="/profile" className={buttonClass({ variant: 'secondary' })}>
          <ArrowLeft className="size-5" />
          Back
        </PageLink>
        <Button type="submit" busy={phase !== 'editing'}>
          Update
        </Button>
      </div>
    </form>
  );
}

const READ_ONLY_HINT = 'Cannot be changed';
const gridClass = 'mt-4 grid gap-x-6 gap-y-5 sm:grid-cols-2';

function Heading({ children }: { children: string }) {
  return <h2 className="mt-8 font-bold font-display text-heading text-xl">{children}</h2>;
}
