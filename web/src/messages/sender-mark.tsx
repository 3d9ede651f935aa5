import { cx } from '@sokuwa/ui/cx.ts';
import { initialsOf } from './initials.ts';

/** The sender's initials. Hidden from assistive technology, as the name is beside them. */
export function SenderMark({ name, own }: { name: string; own: boolean }) {
  const initials = initialsOf(name);
  return (
    <span
      aria-hidden="true"
      className={cx(
        'corner-28 grid size-12 shrink-0 place-items-center overflow-hidden rounded-md font-bold',
        initials.length > 3 ? 'text-2xs' : 'text-base',
        own ? 'bg-success text-canvas' : 'bg-action text-on-action',
      )}
    >
      {initials}
    </span>
  );
}
