import { formatCount } from './format.ts';

const BAR_WIDTH = 24;
/** `part` is the share that is done, 0 to 1; `count` is how many of the unit are done. */
type Progress = { part: number; count: number; refused?: number };

/** A duration for people: '45 s', '12 min', '2 h 5 min'. */
const formatDuration = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** One line: '[######----] 60%  600 products, 2 refused, 120 per second, 4 s left'. */
const formatProgress = (
  { part, count, refused = 0 }: Progress,
  unit: string,
  { start, seconds }: { start: Progress; seconds: number },
): string => {
  const share = Math.min(1, part);
  const filled = Math.floor(share * BAR_WIDTH);
  const doneSinceStart = part - start.part;
  return [
    `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)}%  ${formatCount(count)} ${unit}`,
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
    ...(doneSinceStart > 0 && seconds > 0
      ? [
          `${formatCount((count - start.count) / seconds)} per second`,
          `${formatDuration((seconds / doneSinceStart) * (1 - part))} left`,
        ]
      : []),
  ].join(', ');
};

/**
 * Formats each progress event as one line. Speed and time left count from the first event, because an import that
 * resumes an earlier run starts with that run's count.
 * @param unit the unit of the count, such as 'products'
 */
export const createProgressReporter = (
  show: (text: string) => void,
  unit: string,
  nowMs: () => number = () => performance.now(),
): ((progress: Progress) => void) => {
  let start: (Progress & { atMs: number }) | undefined;
  return (progress) => {
    start ??= { atMs: nowMs(), ...progress };
    show(formatProgress(progress, unit, { start, seconds: (nowMs() - start.atMs) / 1000 }));
  };
};
