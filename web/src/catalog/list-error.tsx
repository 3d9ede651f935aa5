import { Button } from '@sokuwa/ui/button.tsx';
import { ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { RefreshCw } from 'lucide-react';
import { describeError } from '../lib/refusal-texts.ts';

type ListErrorProps = {
  error: unknown;
  /** Section of the list, if it is one. */
  section?: string;
  onRetry: () => void;
};

/** The error view of products, with the cause (LIST-48). */
export function ListError({ error, section, onRetry }: ListErrorProps) {
  const cause = describeError(error);
  return (
    <ErrorState
      title="There was an error loading the products. Please try again later."
      message={section === 'searchQuery' ? `Error fetching search results: ${cause}` : cause}
      action={
        <Button variant="secondary" icon={<RefreshCw className="size-5" />} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  );
}
