import { deleteAccount } from '@sokuwa/contract/account/account.endpoints.ts';
import { ApiError } from '@sokuwa/contract/api-client.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';
import { tokens } from '../lib/token-store.ts';
import { DownloadData } from './download-data.tsx';

const ConfirmDialog = lazyDialog(async () => (await import('@sokuwa/ui/confirm-dialog.tsx')).ConfirmDialog);

/** Milliseconds between the success and the redirect to home (ACCOUNT-132). */
const REDIRECT_DELAY_MS = 2000;

/**
 * The Delete Account button with its confirmation dialog, which offers a data download first. If an order is paid and
 * not delivered, the server refuses, and a second dialog asks for a confirmation (ACCOUNT-141).
 */
export function DeleteAccount() {
  const token = useSessionToken();
  const api = useApi();
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [phase, setPhase] = useState<'idle' | 'deleting' | 'deleted'>('idle');
  const [undelivered, setUndelivered] = useState<readonly string[]>([]);
  const isWarned = undelivered.length > 0;

  useEffect(() => {
    if (phase !== 'deleted') return;
    const timer = setTimeout(() => {
      tokens.remove(token);
      void router.navigate({ to: '/' });
    }, REDIRECT_DELAY_MS);
    return () => {
      // A user who navigates away before the redirect stays there.
      clearTimeout(timer);
      tokens.remove(token);
    };
  }, [phase, token, router]);

  const confirm = async () => {
    setPhase('deleting');
    try {
      await api.call(deleteAccount, { query: isWarned ? { confirm_undelivered: 'true' } : {} });
      // Stop using the token: a refused poll would end the session before the redirect.
      tokens.retire(token);
      toast.success('Account deleted successfully.');
      setPhase('deleted');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'orders_undelivered') {
        setUndelivered(error.fieldErrors.orders ?? []);
        setPhase('idle');
        return;
      }
      toast.error(`Failed to delete account: ${describeError(error)}`);
      setPhase('idle');
      setIsOpen(false);
    }
  };

  if (phase === 'deleted')
    return <Alert kind="success">Your account is deleted. The home page opens in a moment.</Alert>;
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h2 className="font-semibold text-heading">Delete your account</h2>
        <p className="text-secondary text-sm">
          This also deletes your messages, saved items and wallet credit, and removes your name from your orders. This
          cannot be undone.
        </p>
      </div>
      <Button
        variant="danger"
        onPointerEnter={ConfirmDialog.preload}
        onFocus={ConfirmDialog.preload}
        onClick={() => {
          setUndelivered([]);
          setIsOpen(true);
        }}
      >
        Delete Account
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={isWarned ? 'You have orders on the way' : 'Delete your account?'}
        confirmLabel={isWarned ? 'Delete Anyway' : 'Delete Account'}
        danger
        busy={phase === 'deleting'}
        onConfirm={confirm}
        extra={<DownloadData />}
      >
        {isWarned
          ? `You have paid for ${undelivered.length === 1 ? 'an order' : `${undelivered.length} orders`} that ${undelivered.length === 1 ? 'is' : 'are'} not delivered yet: ${undelivered.join(', ')}. We still deliver, and email you about it. But without an account you cannot track or cancel here, and we cannot refund to your wallet. Until delivery we keep the name, email and address of the order.`
          : 'This also deletes your messages, saved items and wallet credit, and removes your name from your orders. This cannot be undone. You can download a copy of your data first.'}
      </ConfirmDialog>
    </section>
  );
}
