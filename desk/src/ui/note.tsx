import { cx } from '@sokuwa/ui/cx.ts';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type NoteTone = 'info' | 'good' | 'warning' | 'bad' | 'plain';

const TONES: Record<NoteTone, [className: string, icon: LucideIcon]> = {
  info: ['bg-info-quiet text-indigo-900', Info],
  good: ['bg-success-quiet text-success', CircleCheck],
  warning: ['bg-warning-quiet text-warning', TriangleAlert],
  bad: ['bg-danger-quiet text-palm-700', CircleAlert],
  plain: ['bg-quiet text-body', Info],
};

/** A remark in a panel or a form. `bad` is announced at once. */
export function Note({
  tone = 'info',
  icon,
  children,
  className,
}: {
  tone?: NoteTone;
  icon?: LucideIcon;
  children: ReactNode;
  className?: string;
}) {
  const [colours, defaultIcon] = TONES[tone];
  const Icon = icon ?? defaultIcon;
  return (
    <div role={tone === 'bad' ? 'alert' : undefined} className={cx('flex gap-2.5 rounded-sm p-3', colours, className)}>
      <Icon className="mt-px size-4.5" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
