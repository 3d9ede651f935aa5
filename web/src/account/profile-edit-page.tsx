import { ProfileForm } from './profile-form.tsx';
import { ProfileStates } from './profile-states.tsx';

/** /profile/edit (ACCOUNT-116). */
export function ProfileEditPage() {
  return (
    <>
      <h1 className="mb-6 font-display text-3xl text-heading">Edit Profile</h1>
      <ProfileStates>{(profile) => <ProfileForm profile={profile} />}</ProfileStates>
    </>
  );
}
