import { Button } from '@sokuwa/ui/button.tsx';
import { RefreshCw } from 'lucide-react';

/** Refetches the shown messages. */
export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <Button variant="secondary" size="sm" icon={<RefreshCw className="size-5" />} busy={busy} onClick={onRefresh}>
      Refresh
    </Button>
  );
}
