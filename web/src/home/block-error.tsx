import { Button } from '@sokuwa/ui/button.tsx';
import { ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { RefreshCw } from 'lucide-react';

/** The error view of one block. */
export function BlockError({
  title,
  error,
  busy,
  onRetry,
}: {
  title: string;
  error: Error;
  busy: boolean;
  onRetry: () => void;
}) {
  return (
    <ErrorState
      title={title}
      message={error.message}
      action={
        <Button variant="secondary" icon={<RefreshCw className="size-5" />} busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  );
}
