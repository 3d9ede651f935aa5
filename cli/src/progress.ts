const WIDTH = 24;
/** `part` of all is done, 0 to 1; `count` of what it is counted in. */
type Progress = { part: number; count: number; refused?: number };
const number = (value: number): string => Math.round(value).toLocaleString('en');

/** Seconds as a person says them: '45 s', '12 min', '2 h 5 min'. */
const duration = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** One line that says how far it is: '[######----] 60%  600 products, 2 refused, 120 a second, 4 s left'. */
const progressLine = (
  { part, count, refused = 0 }: Progress,
  unit: string,
  seconds: number,
  before: Progress,
): string => {
  const filled = Math.floor(Math.min(1, part) * WIDTH);
  const done = part - before.part;
  return [
    `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${Math.floor(Math.min(1, part) * 100)}%  ${number(count)} ${unit}`,
    ...(refused > 0 ? [`${number(refused)} refused`] : []),
    ...(done > 0 && seconds > 0
      ? [`${number((count - before.count) / seconds)} a second`, `${duration((seconds / done) * (1 - part))} left`]
      : []),
  ].join(', ');
};

/**
 * Shows progress as it is told of. Speed and time left are reckoned from the first word on: what an earlier run did was not
 * done in this one's time.
 * @param unit what is counted: 'products'
 * @param now milliseconds, of any clock
 */
export const showProgress = (
  show: (text: string) => void,
  unit: string,
  now: () => number = () => performance.now(),
): ((progress: Progress) => void) => {
  let first: (Progress & { at: number }) | undefined;
  return (progress) => {
    first ??= { at: now(), ...progress };
    show(progressLine(progress, unit, (now() - first.at) / 1000, first));
  };
};
