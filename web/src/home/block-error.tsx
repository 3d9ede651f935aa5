import { RefreshCw } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';

/** A block that could not be loaded; the rest of the page stands. */
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
