import { RefreshCw } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** Asks for what is shown once more. */
export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <Button variant="secondary" size="sm" icon={<RefreshCw className="size-5" />} busy={busy} onClick={onRefresh}>
      Refresh
    </Button>
  );
}
