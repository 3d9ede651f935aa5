import { cx } from '@sokuwa/ui/cx.ts';
import { PatternStrip } from '@sokuwa/ui/dividers.tsx';
import { Check, Clock, CreditCard, House, type LucideIcon, Truck } from 'lucide-react';

/** The steps of an order, with their descriptions. */
const STEPS: readonly (readonly [status: string, Icon: LucideIcon, description: string])[] = [
  ['Pending', Clock, 'Order received'],
  ['Paid', CreditCard, 'Payment confirmed'],
  ['Shipped', Truck, 'On its way'],
  ['Delivered', House, 'Arrived'],
];

/** The progress of an order; nothing when it is cancelled or has an unknown status. */
export function OrderTrack({ status }: { status: string }) {
  const reached = STEPS.findIndex(([name]) => name === status);
  if (reached < 0) return null;
  return (
    <div className="corner-56 mt-7 overflow-hidden rounded-lg bg-section">
      <PatternStrip thin />
      <ol aria-label="Progress" className="flex flex-col gap-5 p-6 sm:flex-row sm:gap-0 sm:p-7">
        {STEPS.map(([name, Icon, description], index) => (
          <li
            key={name}
            aria-current={index === reached ? 'step' : undefined}
            className="relative flex flex-1 gap-4 not-last:before:absolute not-last:before:top-10 not-last:before:-bottom-4 not-last:before:left-4 not-last:before:w-0.5 not-last:before:bg-line-strong sm:block sm:not-last:before:top-4 sm:not-last:before:right-2 sm:not-last:before:bottom-auto sm:not-last:before:left-10 sm:not-last:before:h-0.5 sm:not-last:before:w-auto"
          >
            <span
              className={cx(
                'grid size-8 shrink-0 place-items-center rounded-full',
                index < reached && 'bg-success text-surface',
                index === reached && 'bg-action text-on-action',
                index > reached && 'border-2 border-line-strong border-dashed text-muted',
              )}
            >
              {index < reached ? <Check className="size-4" /> : <Icon className="size-4" />}
            </span>
            <p className="sm:mt-3">
              <span className={cx('block font-semibold', index > reached ? 'text-muted' : 'text-heading')}>{name}</span>
              <span className="block text-muted text-sm">
                {index <= reached ? description : index === reached + 1 ? 'Next' : ''}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
