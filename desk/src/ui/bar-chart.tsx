import { scaleBand, scaleLinear } from '@visx/scale';
import { useId, useState } from 'react';

const WIDTH = 330;
const HEIGHT = 196;
/** Room for the labels of the axes. */
const LEFT = 40;
const TOP = 12;
const BOTTOM = 24;
const TICK_COUNT = 4;
/** Labels below the bars. */
const LABEL_COUNT = 4;

type Bar = { key: string; label: string; value: number };

/**
 * Bars of one series, with four lines; the last bar, which is not complete, is lighter. A table beside it has the numbers: the picture has
 * a name and a description, and a touched bar shows its value.
 */
export function BarChart({
  title,
  description,
  bars,
  formatTick,
  formatValue,
}: {
  title: string;
  description: string;
  bars: readonly Bar[];
  formatTick: (value: number) => string;
  formatValue: (value: number) => string;
}) {
  const id = useId();
  const [shown, setShown] = useState<Bar>();
  const x = scaleBand({ domain: bars.map(({ key }) => key), range: [LEFT, WIDTH], paddingInner: 0.25 });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...bars.map(({ value }) => value))],
    range: [HEIGHT - BOTTOM, TOP],
    nice: TICK_COUNT,
  });
  const labelEvery = Math.ceil(bars.length / LABEL_COUNT);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby={`${id}-title ${id}-description`}
        className="block h-auto w-full [&_text]:fill-muted [&_text]:font-medium [&_text]:font-sans [&_text]:text-2xs"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{description}</desc>
        {y.ticks(TICK_COUNT).map((tick) => (
          <g key={tick}>
            <line
              x1={LEFT}
              x2={WIDTH}
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? 'stroke-control' : 'stroke-line'}
            />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {formatTick(tick)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.key} onPointerEnter={() => setShown(bar)} onPointerLeave={() => setShown(undefined)}>
            {/* The whole height can be touched. */}
            <rect x={x(bar.key)} y={TOP} width={x.step()} height={HEIGHT - BOTTOM - TOP} className="fill-transparent" />
            <rect
              x={x(bar.key)}
              y={y(bar.value)}
              width={x.bandwidth()}
              height={y(0) - y(bar.value)}
              rx="1.5"
              className={index === bars.length - 1 ? 'fill-indigo-300 stroke-action' : 'fill-action'}
            />
            {index % labelEvery === 0 && (
              <text x={x(bar.key)} y={HEIGHT - 5}>
                {bar.label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className="min-h-5 text-muted text-xs" aria-hidden="true">
        {shown && `${shown.label}: ${formatValue(shown.value)}`}
      </figcaption>
    </figure>
  );
}
