import { acceptInvitation, readInvitation } from '@sokuwa/contract/staff/team.endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Gate } from '../app/layout/gate.tsx';
import { api } from '../lib/api.ts';
import { describeError, isSignedOut } from '../lib/errors.ts';
import { ROLE_NAMES } from '../lib/role-names.ts';
import { sessionQuery } from '../lib/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { LoadingRows } from '../ui/state-panels.tsx';

/** @param token of the mailed link; it is in the fragment, which no server sees */
export function InvitationPage({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.call(readInvitation, { body: { token } }),
    retry: false,
  });
  const accept = useMutation({
    mutationFn: () => api.call(acceptInvitation, { body: { token } }),
    onSuccess: async (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await navigate({ to: '/choose' });
    },
  });

  if (invitation.isPending)
    return (
      <Gate title="Invitation">
        <LoadingRows label="Loading the invitation" count={2} />
      </Gate>
    );
  if (invitation.isError)
    return (
      <Gate title="Invitation">
        <Note tone="bad">{describeError(invitation.error)}</Note>
        <p className="mt-4">Ask whoever invited you to send a new invitation.</p>
        <Link to="/" className={`${buttonClass({ variant: 'primary' })} mt-4`}>
          To my desk
        </Link>
      </Gate>
    );
  const { store_name, role, email } = invitation.data;
  return (
    <Gate
      title={store_name === null ? 'Work for the market' : `Work for ${store_name}`}
      lead={`You are invited as: ${ROLE_NAMES[role]}. The invitation is for ${email}.`}
    >
      {accept.isError && !isSignedOut(accept.error) && (
        <Note tone="bad" className="mb-4">
          {describeError(accept.error)}
        </Note>
      )}
      <Button variant="primary" size="lg" block busy={accept.isPending} onClick={() => accept.mutate()}>
        Accept
      </Button>
      <p className="mt-4 text-muted text-xs">
        If you have no account of the shop yet, <a href="/register">create one</a> with this address first.
      </p>
    </Gate>
  );
}
