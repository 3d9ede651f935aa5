import type { StorePage } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { formatDay } from '@sokuwa/ui/format-date.ts';

/** Says when a store on holiday is open again, in the merchant's words too. */
export function HolidayNotice({ holiday: { until, note } }: { holiday: NonNullable<StorePage['holiday']> }) {
  return (
    <Alert kind="info">
      <p className="font-medium">This store is on holiday, and open again on {formatDay(until)}.</p>
      {note !== '' && <p className="wrap-anywhere mt-1">{note}</p>}
    </Alert>
  );
}
