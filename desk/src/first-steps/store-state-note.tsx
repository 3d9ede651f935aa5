import { Link } from '@tanstack/react-router';
import type { StoreMembership } from '../lib/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

const TEXTS: Record<Exclude<StoreMembership['state'], 'approved'>, [text: string, link: string]> = {
  draft: ['Only your team sees this store: the application is not sent yet.', 'Go on with the application'],
  applied: [
    'Only your team sees this store, until your application is approved. You get a mail.',
    'See the application',
  ],
  declined: ['Only your team sees this store: the application was not approved yet.', 'See why, and send it again'],
};

/** Says of a store that is not approved that it is not in the shop. Nothing for others. */
export function StoreStateNote({ store: { state, role, merchant_id } }: { store: StoreMembership }) {
  if (state === 'approved') return null;
  const [text, link] = TEXTS[state];
  return (
    <Note tone={state === 'declined' ? 'warning' : 'info'} className="mb-4">
      <p>{text}</p>
      {role === 'owner' && (
        <Link
          to="/join/$merchantId"
          params={{ merchantId: String(merchant_id) }}
          className={`${buttonClass({ size: 'sm' })} mt-2`}
        >
          {link}
        </Link>
      )}
    </Note>
  );
}
