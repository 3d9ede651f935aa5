import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, LogOut, Store } from 'lucide-react';
import { Gate } from '../app/layout/gate.tsx';
import { ROLE_NAMES } from '../lib/role-names.ts';
import { signOut, useSession } from '../lib/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { MarketMark, StoreMark } from '../ui/store-mark.tsx';

const rowClass =
  'flex min-h-14 items-center gap-3 px-4 py-2.5 text-body no-underline hover:bg-row-hover [&>svg]:size-4.5 [&>svg]:text-muted';

/** The choice of somebody who works for several stores; or what to do without any. */
export function ChoosePage() {
  const { memberships, first_name, email } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const unapproved = memberships.some(
    (place) => place.of === 'merchant' && place.role === 'owner' && place.state !== 'approved',
  );
  const leave = async () => {
    await signOut(queryClient);
    await navigate({ to: '/sign-in' });
  };
  return (
    <Gate
      title={memberships.length > 0 ? 'Choose a desk' : `Welcome, ${first_name}`}
      lead={
        memberships.length > 0
          ? 'The last one is remembered on this device.'
          : `${email} does not work for a store yet. Open your own, or ask the owner of one for an invitation.`
      }
    >
      {memberships.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {memberships.map((place) => (
            <li key={place.of === 'merchant' ? place.merchant_id : 'market'}>
              {place.of === 'merchant' ? (
                <Link to="/store/$storeId" params={{ storeId: String(place.merchant_id) }} className={rowClass}>
                  <StoreMark name={place.name} size="md" />
                  <span className="min-w-0 flex-1">
                    <b className="block font-semibold">{place.name}</b>
                    <span className="text-muted text-xs">{ROLE_NAMES[place.role]}</span>
                  </span>
                  <ChevronRight />
                </Link>
              ) : (
                <Link to="/market" className={rowClass}>
                  <MarketMark className="size-9" />
                  <span className="min-w-0 flex-1">
                    <b className="block font-semibold">Sokuwa market</b>
                    <span className="text-muted text-xs">{ROLE_NAMES[place.role]}</span>
                  </span>
                  <ChevronRight />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/join" className={buttonClass({ variant: memberships.length > 0 ? 'outline' : 'primary' })}>
          <Store />
          {unapproved ? 'Go on with your application' : memberships.length > 0 ? 'Open another store' : 'Open a store'}
        </Link>
        <Button variant="text" icon={<LogOut />} onClick={leave}>
          Sign out
        </Button>
      </div>
    </Gate>
  );
}
