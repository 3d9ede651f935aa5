import { isFault, isMissing } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { countDays, formatDay, formatNumberOf } from '../lib/format.ts';
import { Panel } from '../ui/panel.tsx';

/** What the rules of returns say about a return. */
export function RulesPanel({
  orderReturn: { reason, pictures, created_at },
  delivered,
  onMissing,
}: {
  orderReturn: OrderReturn;
  /** When the products were delivered; undefined if it is not known. */
  delivered: string | undefined;
  /** What to do about items that did not arrive. */
  onMissing: string;
}) {
  const days = delivered === undefined ? undefined : countDays(created_at, new Date(delivered));
  return (
    <Panel title="By the rules" isPadded>
      <ul className="flex flex-col gap-3">
        {days !== undefined && delivered !== undefined && (
          <Rule icon={CircleCheck} isGood detail={`Delivered ${formatDay(delivered)}: within the time for it.`}>
            {days === 0 ? 'Asked on the day of delivery' : `Asked ${formatNumberOf(days, 'day')} after delivery`}
          </Rule>
        )}
        {!isMissing(reason) && (
          <Rule icon={pictures > 0 ? CircleCheck : Info} isGood={pictures > 0}>
            {pictures > 0
              ? `${formatNumberOf(pictures, 'picture')} ${pictures === 1 ? 'shows' : 'show'} it`
              : 'No pictures'}
          </Rule>
        )}
        <Rule
          icon={Info}
          detail={
            isMissing(reason)
              ? onMissing
              : isFault(reason)
                ? 'Because the buyer says that something is wrong with it.'
                : 'Because the buyer has changed their mind.'
          }
        >
          {isMissing(reason)
            ? 'Nothing comes back'
            : isFault(reason)
              ? 'Sokuwa covers the return shipping'
              : 'The buyer pays for the return shipping'}
        </Rule>
      </ul>
    </Panel>
  );
}

function Rule({
  icon: Icon,
  isGood = false,
  detail,
  children,
}: {
  icon: LucideIcon;
  isGood?: boolean;
  detail?: string;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-2">
      <Icon className={`mt-px size-4.5 shrink-0 ${isGood ? 'text-success' : 'text-muted'}`} />
      <span>
        {children}
        {detail && <span className="block text-muted text-xs">{detail}</span>}
      </span>
    </li>
  );
}
