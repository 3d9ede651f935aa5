import {
  confirmTotp,
  createRecoveryCodes,
  createTotp,
  endDeskSession,
  removePasskey,
  removeTotp,
} from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import type { DeskSessions, SecondFactors } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, FingerprintPattern, KeyRound, LogOut, MonitorSmartphone, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { renderSVG } from 'uqr';
import { api } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatDay, formatDayAndTime } from '../lib/format.ts';
import { sessionQuery, signOut, useSession } from '../lib/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { deskSessionsQuery, secondFactorsQuery } from './access.queries.ts';
import { createPasskey, describeDevice, hasPasskeys, isCancelled } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useVerification } from './verification.tsx';

/** Second factors and sessions of the person who is signed in. */
export function AccountPage() {
  const { first_name, last_name, email, memberships, operators_need_second_factor, has_second_factor } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mustAdd = operators_need_second_factor && !has_second_factor && memberships.some(({ of }) => of === 'operator');
  const leave = async () => {
    await signOut(queryClient);
    await navigate({ to: '/sign-in' });
  };
  return (
    <main id="main" className="mx-auto max-w-180 px-(--gutter) pt-4 pb-16 lg:pt-8">
      {!mustAdd && (
        <Link to="/" className="mb-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-link no-underline">
          <ArrowLeft className="size-4.5" />
          To my desk
        </Link>
      )}
      <PageHead
        title={`${first_name} ${last_name}`}
        isPlain
        subtitle={email}
        actions={
          <Button icon={<LogOut />} onClick={leave}>
            Sign out
          </Button>
        }
      />
      {mustAdd && (
        <Note tone="warning" className="mb-4">
          Operators need a second factor. Add a passkey or an authenticator app, and your desk opens.
        </Note>
      )}
      <PanelStack>
        <FactorsPanel />
        <SessionsPanel />
      </PanelStack>
    </main>
  );
}

function FactorsPanel() {
  const factors = useQuery(secondFactorsQuery);
  const queryClient = useQueryClient();
  const { run, dialog } = useVerification();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isAddingApp, setAddingApp] = useState(false);
  const [busy, setBusy] = useState<string>();

  const save = (changed: SecondFactors) => {
    queryClient.setQueryData(secondFactorsQuery.queryKey, changed);
    void queryClient.invalidateQueries(sessionQuery);
  };
  /** Runs a change, one at a time, and says what failed. */
  const change = async (name: string, call: () => Promise<void>) => {
    setBusy(name);
    try {
      await run(call);
    } catch (error) {
      if (!isCancelled(error)) toast.error(describeError(error));
    } finally {
      setBusy(undefined);
    }
  };
  const addPasskey = () =>
    change('passkey', async () => {
      const { recovery_codes, ...changed } = await createPasskey(describeDevice());
      save(changed);
      if (recovery_codes.length > 0) setCodes(recovery_codes);
      else toast.success('Passkey added');
    });

  return (
    <Panel title="Second factors">
      {factors.isPending && <LoadingRows label="Loading your second factors" count={2} />}
      {factors.isError && (
        <ErrorPanel what="Your second factors" error={factors.error} onRetry={() => void factors.refetch()} />
      )}
      {factors.data && (
        <>
          <ul>
            {factors.data.passkeys.map(({ id, label, created_at, last_used_at, backed_up }) => (
              <li key={id} className="flex min-h-14 items-center gap-3 border-line border-t px-4 py-2">
                <FingerprintPattern className="size-4.5 text-muted" />
                <span className="min-w-0 flex-1">
                  <b className="block font-semibold">{label}</b>
                  <span className="text-muted text-xs">
                    Passkey since {formatDay(created_at)}
                    {last_used_at && `, last used ${formatDay(last_used_at)}`}
                    {!backed_up && '. Only on this device'}
                  </span>
                </span>
                <IconButton
                  label={`Remove the passkey ${label}`}
                  icon={<Trash2 />}
                  busy={busy === id}
                  onClick={() =>
                    change(id, async () => {
                      save(await api.call(removePasskey, { params: { passkeyId: id } }));
                      toast.success('Passkey removed');
                    })
                  }
                />
              </li>
            ))}
            {factors.data.totp_since !== null && (
              <li className="flex min-h-14 items-center gap-3 border-line border-t px-4 py-2">
                <Smartphone className="size-4.5 text-muted" />
                <span className="min-w-0 flex-1">
                  <b className="block font-semibold">Authenticator app</b>
                  <span className="text-muted text-xs">Since {formatDay(factors.data.totp_since)}</span>
                </span>
                <IconButton
                  label="Remove the authenticator app"
                  icon={<Trash2 />}
                  busy={busy === 'totp'}
                  onClick={() =>
                    change('totp', async () => {
                      save(await api.call(removeTotp, {}));
                      toast.success('Authenticator app removed');
                    })
                  }
                />
              </li>
            )}
            {(factors.data.passkeys.length > 0 || factors.data.totp_since !== null) && (
              <li className="flex min-h-14 items-center gap-3 border-line border-t px-4 py-2">
                <KeyRound className="size-4.5 text-muted" />
                <span className="min-w-0 flex-1">
                  <b className="block font-semibold">Recovery codes</b>
                  <span className="text-muted text-xs">{factors.data.recovery_codes_left} of 10 left</span>
                </span>
                <Button
                  size="sm"
                  busy={busy === 'codes'}
                  onClick={() =>
                    change('codes', async () => {
                      const { recovery_codes } = await api.call(createRecoveryCodes, {});
                      setCodes(recovery_codes);
                      await queryClient.invalidateQueries(secondFactorsQuery);
                    })
                  }
                >
                  Make new ones
                </Button>
              </li>
            )}
          </ul>
          <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">
            {hasPasskeys() && (
              <Button
                variant={factors.data.passkeys.length === 0 ? 'primary' : 'outline'}
                icon={<FingerprintPattern />}
                busy={busy === 'passkey'}
                onClick={addPasskey}
              >
                Add a passkey
              </Button>
            )}
            {factors.data.totp_since === null && (
              <Button icon={<Smartphone />} onClick={() => setAddingApp(true)}>
                Use an authenticator app
              </Button>
            )}
          </div>
        </>
      )}
      {dialog}
      {isAddingApp && (
        <AppDialog
          run={run}
          onClose={() => setAddingApp(false)}
          onAdded={({ recovery_codes, ...changed }) => {
            setAddingApp(false);
            save(changed);
            if (recovery_codes.length > 0) setCodes(recovery_codes);
            else toast.success('Authenticator app added');
          }}
        />
      )}
      {codes && (
        <Dialog
          open
          alertDialog
          closable={false}
          onOpenChange={() => setCodes(undefined)}
          title="Keep these codes"
          description="They open the desk if you lose your device. They are not shown again, and older ones are not valid any more."
          actions={
            <Button variant="primary" onClick={() => setCodes(undefined)}>
              I have kept them
            </Button>
          }
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </Panel>
  );
}

type Run = ReturnType<typeof useVerification>['run'];

/** The steps of an authenticator app: scan, then enter the first code. */
function AppDialog({
  run,
  onAdded,
  onClose,
}: {
  run: Run;
  onAdded: (factors: SecondFactors & { recovery_codes: string[] }) => void;
  onClose: () => void;
}) {
  const { register, handleSubmit, formState, setError, resetField } = useForm({ defaultValues: { code: '' } });
  const secret = useQuery({
    queryKey: ['new-totp'],
    queryFn: () => run(() => api.call(createTotp, {})),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // The secret is forgotten with the dialog.
    gcTime: 0,
  });
  const submit = handleSubmit(async (body) => {
    try {
      onAdded(await run(() => api.call(confirmTotp, { body })));
    } catch (error) {
      resetField('code');
      setError('code', { message: describeError(error) });
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Authenticator app"
      description="Scan the picture with the app, or type the key into it. Then enter the code that it shows."
    >
      {secret.isError && <Note tone="bad">{describeError(secret.error)}</Note>}
      {secret.data && (
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(secret.data.uri))}`}
            alt="QR code of the key below"
            className="mx-auto size-48"
          />
          <p className="wrap-anywhere rounded-sm bg-quiet p-2 text-center font-mono text-xs">{secret.data.secret}</p>
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={formState.errors.code?.message}
            {...register('code', { required: 'Enter the code.' })}
          />
          <Button type="submit" variant="primary" block busy={formState.isSubmitting}>
            Add the app
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function SessionsPanel() {
  const sessions = useQuery(deskSessionsQuery);
  const queryClient = useQueryClient();
  const [ending, setEnding] = useState<number>();

  const end = async ({ id, is_current }: DeskSessions['results'][number]) => {
    setEnding(id);
    try {
      const left = await api.call(endDeskSession, { params: { sessionId: id } });
      if (is_current) queryClient.clear();
      else queryClient.setQueryData(deskSessionsQuery.queryKey, left);
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setEnding(undefined);
    }
  };
  return (
    <Panel title="Where you are signed in">
      {sessions.isPending && <LoadingRows label="Loading your sessions" count={2} />}
      {sessions.isError && (
        <ErrorPanel what="Your sessions" error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      <ul>
        {sessions.data?.results.map((session) => (
          <li key={session.id} className="flex min-h-14 items-center gap-3 border-line border-t px-4 py-2">
            <MonitorSmartphone className="size-4.5 text-muted" />
            <span className="min-w-0 flex-1">
              <b className="block font-semibold">{describeDevice(session.user_agent)}</b>
              <span className="text-muted text-xs">
                {session.is_current ? 'This session' : `Last used ${formatDayAndTime(session.last_used_at)}`}, since{' '}
                {formatDay(session.signed_in_at)}
              </span>
            </span>
            {!session.is_current && (
              <Button size="sm" busy={ending === session.id} onClick={() => end(session)}>
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
