import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { formatLocalDate, formatLocalTime } from '@sokuwa/ui/format-date.ts';
import { formatPieces, Title } from './order-parts.tsx';
import { describeEvent } from './order-texts.ts';

/** What happened to an order, with dates (ORDER-68). A response of release 1.0 has no timeline. */
export function OrderTimeline({ timeline }: Pick<Order, 'timeline'>) {
  const events = timeline.flatMap((event, index) => {
    const text = describeEvent(event);
    return text === undefined ? [] : [{ ...event, text, key: index }];
  });
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="timeline" className="mt-9">
      <Title id="timeline">Timeline</Title>
      <ol className="mt-4 ml-1.5 border-line-strong border-l-2">
        {events.map(({ key, at, text, items }) => (
          <li
            key={key}
            className="relative pb-5 pl-6 before:absolute before:top-1.5 before:-left-1.75 before:size-3 before:rounded-full before:bg-action last:pb-0"
          >
            <p className="font-semibold text-heading">{text}</p>
            {items.length > 0 && <p className="wrap-anywhere text-body">{formatPieces(items)}</p>}
            <time dateTime={at} className="text-muted text-sm">
              {formatLocalDate(at)}, {formatLocalTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
