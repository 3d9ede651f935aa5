import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type AlertKind = 'error' | 'success' | 'info' | 'warning';

const KINDS: Record<AlertKind, string> = {
  error: 'bg-danger-quiet text-danger',
  success: 'bg-success-quiet text-success',
  info: 'bg-info-quiet text-info',
  warning: 'bg-warning-quiet text-warning',
};
const ICONS = { error: CircleAlert, success: CircleCheck, info: Info, warning: CircleAlert };

/** An inline message. Errors interrupt the screen reader (role alert), other kinds do not (role status). */
export function Alert({ kind, action, children }: { kind: AlertKind; action?: ReactNode; children: ReactNode }) {
  const Icon = ICONS[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={cx('flex items-start gap-3 rounded-md px-4 py-3.5 text-base', KINDS[kind])}
    >
      <Icon className="mt-0.5 size-5" />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  );
}
