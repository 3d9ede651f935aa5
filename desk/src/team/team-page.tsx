import { useQuery } from '@tanstack/react-query';
import { MailPlus, ShieldAlert, ShieldCheck, UserMinus, UserPlus, UserRoundCog, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDay, formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { ROLE_NAMES } from '../lib/role-names.ts';
import { useSession } from '../lib/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { teamQuery } from './team.queries.ts';
import type { Invitation, Member, TeamDesk } from './team-desk.ts';
import { InviteDialog, RemoveDialog, RevokeDialog, RoleDialog } from './team-dialogs.tsx';

type Opened =
  | { dialog: 'invite' }
  | { dialog: 'role' | 'remove'; member: Member }
  | { dialog: 'revoke'; invitation: Invitation };

/** Who works for a store in the desk, or as an operator, and who is invited. */
export function TeamPage({ desk }: { desk: TeamDesk }) {
  const team = useQuery(teamQuery(desk));
  const { account_id } = useSession();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const members: readonly Member[] = team.data?.members ?? [];
  const invitations: readonly Invitation[] = team.data?.invitations ?? [];
  return (
    <>
      <PageHead
        title="Team"
        subtitle={team.data ? `${formatNumberOf(members.length, 'person', 'people')} in the desk of ${desk.name}` : ''}
        actions={
          <Button variant="primary" icon={<UserPlus />} onClick={() => setOpened({ dialog: 'invite' })}>
            Invite somebody
          </Button>
        }
      />
      <PanelStack>
        <Panel title="People">
          {team.isPending && <LoadingRows label="Loading the team" count={3} />}
          {team.isError && !team.data && (
            <ErrorPanel what="The team" error={team.error} onRetry={() => void team.refetch()} />
          )}
          <ul>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isYou={member.account_id === account_id}
                place={desk.place}
                onRole={() => setOpened({ dialog: 'role', member })}
                onRemove={() => setOpened({ dialog: 'remove', member })}
              />
            ))}
          </ul>
        </Panel>
        <Panel title="Invitations">
          {team.isPending && <LoadingRows label="Loading invitations" count={1} />}
          {team.data && invitations.length === 0 && (
            <EmptyPanel
              picture="inbox"
              icon={MailPlus}
              title="Nobody is invited"
              action={<Button onClick={() => setOpened({ dialog: 'invite' })}>Invite somebody</Button>}
            >
              {desk.whyInvite}
            </EmptyPanel>
          )}
          <ul>
            {invitations.map((invitation) => (
              <Row
                key={invitation.id}
                mark={invitation.email}
                name={invitation.email}
                detail={sayInvitation(invitation)}
              >
                <Button size="sm" icon={<X />} onClick={() => setOpened({ dialog: 'revoke', invitation })}>
                  Revoke
                  <span className="sr-only"> the invitation of {invitation.email}</span>
                </Button>
              </Row>
            ))}
          </ul>
        </Panel>
      </PanelStack>
      {opened?.dialog === 'invite' && <InviteDialog desk={desk} onClose={close} />}
      {opened?.dialog === 'role' && (
        <RoleDialog
          desk={desk}
          member={opened.member}
          isYou={opened.member.account_id === account_id}
          onClose={close}
        />
      )}
      {opened?.dialog === 'remove' && (
        <RemoveDialog
          desk={desk}
          member={opened.member}
          isYou={opened.member.account_id === account_id}
          onClose={close}
        />
      )}
      {opened?.dialog === 'revoke' && <RevokeDialog desk={desk} invitation={opened.invitation} onClose={close} />}
    </>
  );
}

const sayInvitation = ({ role, created_at, expires_at }: Invitation): string =>
  `${ROLE_NAMES[role]}, invited ${formatDay(created_at)}. The link ends ${formatDayAndTime(expires_at)}`;

function MemberRow({
  member: { name, email, role, since, last_used_at, has_second_factor },
  isYou,
  place,
  onRole,
  onRemove,
}: {
  member: Member;
  isYou: boolean;
  /** What somebody leaves. */
  place: string;
  onRole: () => void;
  onRemove: () => void;
}) {
  return (
    <Row
      mark={name}
      name={
        <>
          {name} {isYou && <span className="font-normal text-muted">(you)</span>}
        </>
      }
      detail={
        <>
          {email}
          <span className="block">
            {ROLE_NAMES[role]} since {formatDay(since)} ·{' '}
            {last_used_at === null ? 'not signed in' : `last here ${formatDayAndTime(last_used_at)}`}
          </span>
        </>
      }
    >
      {has_second_factor ? (
        <Badge tone="done" icon={ShieldCheck}>
          Second factor
        </Badge>
      ) : (
        <Badge tone="neutral" icon={ShieldAlert}>
          Password only
        </Badge>
      )}
      <span className="ml-auto flex gap-1">
        <IconButton label={`Change the role of ${name}`} icon={<UserRoundCog />} onClick={onRole} />
        <IconButton label={isYou ? `Leave ${place}` : `Remove ${name}`} icon={<UserMinus />} onClick={onRemove} />
      </span>
    </Row>
  );
}

/** A person: the mark, the name, what is known, and what can be done. */
function Row({
  mark,
  name,
  detail,
  children,
}: {
  mark: string;
  name: ReactNode;
  detail: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-line border-t px-4 py-3 lg:grid-cols-[auto_minmax(0,1fr)_auto]">
      <StoreMark name={mark} size="md" />
      <span className="min-w-0">
        <b className="wrap-anywhere block font-semibold text-heading">{name}</b>
        <span className="wrap-anywhere block text-muted text-xs">{detail}</span>
      </span>
      <span className="flex items-center gap-3 max-lg:col-start-2">{children}</span>
    </li>
  );
}
