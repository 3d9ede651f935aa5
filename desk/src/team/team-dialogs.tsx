import type { Role } from '@sokuwa/contract/staff/roles.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { ROLE_NAMES } from '../lib/role-names.ts';
import { sessionQuery } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { RoleChoice } from './role-choice.tsx';
import { teamQuery } from './team.queries.ts';
import type { Invitation, Member, Team, TeamDesk } from './team-desk.ts';

/** Puts a changed team into the cache. */
const useSaveTeam = (desk: TeamDesk) => {
  const queryClient = useQueryClient();
  return (team: Team) => queryClient.setQueryData(teamQuery(desk).queryKey, team);
};

/** Mails somebody the link to join. */
export function InviteDialog({ desk, onClose }: { desk: TeamDesk; onClose: () => void }) {
  const save = useSaveTeam(desk);
  const { register, handleSubmit, formState, setError } = useForm<{ email: string; role: Role | undefined }>({
    defaultValues: { email: '', role: desk.roles[0] },
  });
  const submit = handleSubmit(async ({ email, role }) => {
    if (!role) return;
    try {
      save(await desk.invite(email, role));
      toast.success(`Invited. ${email} gets a mail.`);
      onClose();
    } catch (error) {
      applyFieldErrors(error, setError, ['email', 'role']);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !formState.isSubmitting && onClose()}
      title="Invite somebody"
      description={`They get a mail with a link to the desk of ${desk.name}. It is valid for 7 days, and only for this address.`}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {formState.errors.root && <Note tone="bad">{formState.errors.root.message}</Note>}
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          hint="The address of their account in the shop, or of one that they will make."
          error={formState.errors.email?.message}
          {...register('email', { required: 'Enter the email address.' })}
        />
        <RoleChoice desk={desk} field={register('role')} />
        <div className="mt-2 flex flex-wrap gap-3 *:flex-auto">
          <Button onClick={onClose} disabled={formState.isSubmitting}>
            Not now
          </Button>
          <Button type="submit" variant="primary" busy={formState.isSubmitting}>
            Send the invitation
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asks for another role. Whoever gives up being an owner loses this page. */
export function RoleDialog({
  desk,
  member,
  isYou,
  onClose,
}: {
  desk: TeamDesk;
  member: Member;
  isYou: boolean;
  onClose: () => void;
}) {
  const save = useSaveTeam(desk);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError, watch } = useForm<{ role: Role }>({
    defaultValues: { role: member.role },
  });
  const role = watch('role');
  const submit = handleSubmit(async ({ role: chosen }) => {
    try {
      save(await desk.changeRole(member.id, chosen));
      toast.success(`${isYou ? 'You are' : `${member.name} is`} ${ROLE_NAMES[chosen].toLowerCase()} now`);
      onClose();
      if (!isYou) return;
      await queryClient.invalidateQueries(sessionQuery);
      await navigate({ to: desk.home });
    } catch (error) {
      applyFieldErrors(error, setError, ['role']);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !formState.isSubmitting && onClose()}
      title={isYou ? 'Your role' : `Role of ${member.name}`}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {formState.errors.root && <Note tone="bad">{formState.errors.root.message}</Note>}
        <RoleChoice desk={desk} field={register('role')} isYou={isYou} />
        {isYou && role !== member.role && (
          <Note tone="warning">You will not see {desk.ownersLose} any more. Another owner can undo it.</Note>
        )}
        <div className="mt-2 flex flex-wrap gap-3 *:flex-auto">
          <Button onClick={onClose} disabled={formState.isSubmitting}>
            Keep the role
          </Button>
          <Button type="submit" variant="primary" disabled={role === member.role} busy={formState.isSubmitting}>
            Make {isYou ? 'me' : 'them'} {ROLE_NAMES[role].toLowerCase()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asks before somebody is removed, or leaves. */
export function RemoveDialog({
  desk,
  member,
  isYou,
  onClose,
}: {
  desk: TeamDesk;
  member: Member;
  isYou: boolean;
  onClose: () => void;
}) {
  const save = useSaveTeam(desk);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => desk.remove(member.id),
    onSuccess: async (team) => {
      toast.success(isYou ? `You have left ${desk.place}` : `${member.name} is removed`);
      onClose();
      if (isYou) {
        await queryClient.invalidateQueries(sessionQuery);
        await navigate({ to: '/choose' });
      } else save(team);
    },
    onError: () => void queryClient.invalidateQueries(teamQuery(desk)),
  });
  return (
    <ConfirmDialog
      title={isYou ? `Leave ${desk.place}?` : `Remove ${member.name}?`}
      keepLabel={isYou ? 'Stay' : 'Keep them'}
      confirmLabel={isYou ? `Leave ${desk.place}` : `Remove ${member.name}`}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {isYou
        ? 'You are out at once. To come back, an owner has to invite you.'
        : `${member.email} is out at the next press. API tokens that they made end too. To come back, they have to be invited again.`}
    </ConfirmDialog>
  );
}

/** Asks before a mailed link stops working. */
export function RevokeDialog({
  desk,
  invitation: { id, email },
  onClose,
}: {
  desk: TeamDesk;
  invitation: Invitation;
  onClose: () => void;
}) {
  const save = useSaveTeam(desk);
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => desk.revoke(id),
    onSuccess: (team) => {
      save(team);
      toast.success('Invitation revoked');
      onClose();
    },
    // It may have been accepted meanwhile.
    onError: () => void queryClient.invalidateQueries(teamQuery(desk)),
  });
  return (
    <ConfirmDialog
      title="Revoke the invitation?"
      keepLabel="Keep it"
      confirmLabel="Revoke the invitation"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      The link in the mail to {email} stops working.
    </ConfirmDialog>
  );
}
