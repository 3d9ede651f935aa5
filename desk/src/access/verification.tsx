import { verifyDeskCode } from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FingerprintPattern } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '../lib/api.ts';
import { describeError, isRefusal } from '../lib/errors.ts';
import { sessionQuery } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { secondFactorsQuery } from './access.queries.ts';
import { isCancelled, verifyByPasskey } from './passkeys.ts';

/** The person has closed the dialog that asks for the second factor. */
class NotVerifiedError extends Error {
  constructor() {
    super('This was not done, because it was not proven who you are.');
  }
}

/**
 * Runs calls that need a recent proof of the second factor: when one is refused for that, a dialog asks for it, and the call is sent again.
 * @returns `run`, which rejects with the error of the call, or when the dialog was closed; and the dialog, to be rendered
 */
export const useVerification = (): {
  run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  dialog: ReactNode;
} => {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<{ resolve: () => void; reject: (error: Error) => void }>(undefined);

  const verify = () =>
    new Promise<void>((resolve, reject) => {
      waiting.current = { resolve, reject };
      setOpen(true);
    });
  const run = async <Result,>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call();
    } catch (error) {
      if (!isRefusal(error, 'verification_required')) throw error;
      await verify();
      return call();
    }
  };
  return {
    run,
    dialog: isOpen && (
      <VerificationDialog
        onVerified={() => {
          setOpen(false);
          waiting.current?.resolve();
        }}
        onClose={() => {
          setOpen(false);
          waiting.current?.reject(new NotVerifiedError());
        }}
      />
    ),
  };
};

function VerificationDialog({ onVerified, onClose }: { onVerified: () => void; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data: factors } = useQuery(secondFactorsQuery);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const prove = async (call: () => Promise<unknown>) => {
    setFailure(undefined);
    setBusy(true);
    try {
      await call();
      await queryClient.invalidateQueries(sessionQuery);
      onVerified();
    } catch (error) {
      if (!isCancelled(error)) setFailure(describeError(error));
    } finally {
      setBusy(false);
    }
  };
  const hasCodes = factors && (factors.totp_since !== null || factors.recovery_codes_left > 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Prove that it is you"
      description="It is more than 15 minutes ago that you did."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void prove(() => api.call(verifyDeskCode, { body: { code } }));
        }}
      >
        {failure && <Note tone="bad">{failure}</Note>}
        {factors && factors.passkeys.length > 0 && (
          <Button
            variant="primary"
            block
            icon={<FingerprintPattern />}
            busy={isBusy}
            onClick={() => prove(verifyByPasskey)}
          >
            Use a passkey
          </Button>
        )}
        {hasCodes && (
          <>
            <TextField
              label={factors.totp_since === null ? 'Recovery code' : 'Code from your authenticator app'}
              autoComplete="one-time-code"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
            <Button type="submit" block busy={isBusy}>
              Continue
            </Button>
          </>
        )}
        {factors && factors.passkeys.length === 0 && !hasCodes && (
          <p>You have no second factor. Sign out, and sign in again to go on.</p>
        )}
      </form>
    </Dialog>
  );
}
