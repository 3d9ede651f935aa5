import { addToken, revokeToken } from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import type { CreatedToken, NewToken, TokenList } from '@sokuwa/contract/catalog/merchant-store.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, KeyRound, PencilLine, Plus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useVerification } from '../access/index.ts';
import { getStoreApi } from '../lib/api.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { formatDay, formatDayAndTime } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Choice, labelClass, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { tokensQuery } from './integrations.queries.ts';

type Token = TokenList['results'][number];

/** The API tokens of a merchant's programs. */
export function TokensPanel({ storeId }: { storeId: number }) {
  const tokens = useQuery(tokensQuery(storeId));
  const queryClient = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedToken>();
  const [revoking, setRevoking] = useState<Token>();
  const add = (
    <Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
      New token
    </Button>
  );
  return (
    <Panel
      title="API tokens"
      aside={tokens.data && tokens.data.results.length > 0 && <span className="ml-auto">{add}</span>}
    >
      {tokens.isPending && <LoadingRows label="Loading tokens" count={2} />}
      {tokens.isError && !tokens.data && (
        <ErrorPanel what="The tokens" error={tokens.error} onRetry={() => void tokens.refetch()} />
      )}
      {tokens.data?.results.length === 0 && (
        <EmptyPanel picture="inbox" icon={KeyRound} title="No tokens yet" action={add}>
          With a token, your own program reads orders, changes stock and ships, as you do here. The{' '}
          <a href="/backend/docs" target="_blank" rel="noreferrer" className="text-link underline">
            description of the API
          </a>{' '}
          says how.
        </EmptyPanel>
      )}
      <ul>
        {tokens.data?.results.map((token) => (
          <li
            key={token.id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-line border-t px-4 py-3 lg:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <KeyRound className="size-4.5 text-muted" />
            <span className="min-w-0">
              <b className="wrap-anywhere block font-semibold text-heading">{token.name}</b>
              <span className="block text-muted text-xs">
                {token.created_by
                  ? `By ${token.created_by.name}, ${formatDay(token.created_at)}`
                  : `Since ${formatDay(token.created_at)}`}{' '}
                · {token.last_used_at === null ? 'never used' : `last used ${formatDayAndTime(token.last_used_at)}`}
              </span>
            </span>
            <span className="flex items-center justify-between gap-3 max-lg:col-start-2">
              <ScopeBadge scope={token.scope} />
              <Button size="sm" onClick={() => setRevoking(token)}>
                Revoke
                <span className="sr-only"> {token.name}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {isAdding && (
        <TokenDialog
          storeId={storeId}
          onClose={() => setAdding(false)}
          onCreated={(token) => {
            setAdding(false);
            setCreated(token);
            void queryClient.invalidateQueries(tokensQuery(storeId));
          }}
        />
      )}
      {created && (
        <SecretDialog
          title="Keep this token"
          what="the token"
          secret={created.token}
          onClose={() => setCreated(undefined)}
        >
          Your program sends it with each call. It is shown only now: whoever has it can{' '}
          {created.scope === 'write' ? 'read and change' : 'read'} what belongs to your store.
        </SecretDialog>
      )}
      {revoking && <RevokeTokenDialog storeId={storeId} token={revoking} onClose={() => setRevoking(undefined)} />}
    </Panel>
  );
}

function ScopeBadge({ scope }: { scope: Token['scope'] }) {
  return scope === 'write' ? (
    <Badge tone="accepted" icon={PencilLine}>
      Reads and changes
    </Badge>
  ) : (
    <Badge tone="neutral" icon={Eye}>
      Only reads
    </Badge>
  );
}

function TokenDialog({
  storeId,
  onCreated,
  onClose,
}: {
  storeId: number;
  onCreated: (token: CreatedToken) => void;
  onClose: () => void;
}) {
  const { run, dialog } = useVerification();
  const { register, handleSubmit, formState, setError } = useForm<NewToken>({
    defaultValues: { name: '', scope: 'read' },
  });
  const submit = handleSubmit(async (body) => {
    try {
      onCreated(await run(() => getStoreApi(storeId).call(addToken, { body })));
    } catch (error) {
      applyFieldErrors(error, setError, ['name', 'scope']);
    }
  });
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && !formState.isSubmitting && onClose()}
        title="New token"
        description="One for each program, so that you can revoke it alone."
      >
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          {formState.errors.root && <Note tone="bad">{formState.errors.root.message}</Note>}
          <TextField
            label="Name"
            placeholder="Such as Stock in the shop"
            autoComplete="off"
            maxLength={80}
            error={formState.errors.name?.message}
            {...register('name', { required: 'Write a name.' })}
          />
          <fieldset>
            <legend className={labelClass}>What the program may do</legend>
            <Choice
              type="radio"
              value="read"
              label="Only read"
              hint="Orders, products and money; it cannot change anything."
              {...register('scope')}
            />
            <Choice
              type="radio"
              value="write"
              label="Read and change"
              hint="All that an owner can do, except the team. It ends when you leave the store."
              {...register('scope')}
            />
          </fieldset>
          <div className="mt-2 flex flex-wrap gap-3 *:flex-auto">
            <Button onClick={onClose} disabled={formState.isSubmitting}>
              Not now
            </Button>
            <Button type="submit" variant="primary" busy={formState.isSubmitting}>
              Create the token
            </Button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  );
}

function RevokeTokenDialog({ storeId, token, onClose }: { storeId: number; token: Token; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => getStoreApi(storeId).call(revokeToken, { params: { tokenId: token.id } }),
    onSuccess: (tokens) => {
      queryClient.setQueryData(tokensQuery(storeId).queryKey, tokens);
      toast.success(`${token.name} is revoked`);
      onClose();
    },
    onError: () => void queryClient.invalidateQueries(tokensQuery(storeId)),
  });
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}?`}
      keepLabel="Keep it"
      confirmLabel="Revoke the token"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      The next call of the program that uses it is refused. This cannot be undone.
      {token.last_used_at !== null && ` It was last used ${formatDayAndTime(token.last_used_at)}.`}
    </ConfirmDialog>
  );
}
