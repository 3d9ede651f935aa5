import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { formatCalendarDate } from '@sokuwa/ui/format-date.ts';
import { MapPin, Pencil } from 'lucide-react';
import { PageLink } from '../lib/page-link.tsx';
import { Avatar } from './avatar.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { GENDERS } from './genders.ts';
import { ProfileStates } from './profile-states.tsx';

/** /profile (ACCOUNT-107). */
export function ProfilePage() {
  return (
    <>
      <h1 className="sr-only">My Profile</h1>
      <ProfileStates>{(profile) => <Details profile={profile} />}</ProfileStates>
    </>
  );
}

function Details({ profile }: { profile: Profile }) {
  const { user } = profile;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-5">
        <Avatar user={user} image={profile.image} large />
        <div className="wrap-anywhere min-w-0 flex-1">
          <p className="font-semibold text-2xl text-heading leading-snug sm:text-3xl">
            {user.first_name} {user.last_name}
          </p>
          <p className="text-secondary">{user.email}</p>
        </div>
        <PageLink path="/profile/edit" className={`${buttonClass()} max-sm:w-full`}>
          <Pencil className="size-5" />
          Edit Profile
        </PageLink>
      </div>
      <Group
        title="Personal details"
        rows={[
          ['First Name', user.first_name],
          ['Last Name', user.last_name],
          ['Email', user.email],
          ['Date of Birth', profile.date_of_birth && formatCalendarDate(profile.date_of_birth)],
          ['Gender', GENDERS[profile.gender]],
          ['Phone Number', profile.phone_number],
        ]}
      />
      <DashedLine className="mt-8" />
      <Group
        title="Address"
        rows={[
          ['Street Address', profile.street_address],
          ['City', profile.city],
          ['Region', profile.region],
          ['Country', profile.country],
        ]}
      />
      <PageLink
        path="/profile/addresses"
        className={`${buttonClass({ variant: 'secondary', size: 'sm' })} mt-6 max-sm:w-full`}
      >
        <MapPin className="size-5" />
        Delivery Addresses
      </PageLink>
      <DashedLine className="my-8" />
      <DeleteAccount />
    </>
  );
}

function Group({ title, rows }: { title: string; rows: readonly (readonly [label: string, text: string | null])[] }) {
  return (
    <section className="mt-8">
      <h2 className="font-bold font-display text-heading text-xl">{title}</h2>
      <dl className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {rows.map(([label, text]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="wrap-anywhere mt-0.5 font-medium text-heading">
              {text || <span className="font-normal text-muted">Not given</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
