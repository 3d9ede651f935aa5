import { Panel } from '@sokuwa/ui/panel.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AccountError } from '../account/index.ts';
import { useApi } from '../lib/app-context.ts';
import { useSessionToken } from '../lib/session.ts';
import { AddressChooser } from './address-chooser.tsx';
import { AddressForm } from './address-form.tsx';
import { addressesQuery } from './addresses.query.ts';
import { useChooseAddress } from './use-choose-address.ts';

type View = { form: 'add' } | { form: 'edit'; id: string } | { form: null };

/** /profile/addresses: the delivery addresses of the account (ADDRESS-37). */
export function AddressBookPage() {
  const api = useApi();
  const { data, error, isFetching, refetch } = useQuery(addressesQuery(api, useSessionToken()));
  const [view, setView] = useState<View>({ form: null });
  const { chosen, choose } = useChooseAddress(() => {});
  const heading = useRef<HTMLHeadingElement>(null);
  const shownForm = useRef(view.form);
  useEffect(() => {
    // The pressed button has disappeared, so move the focus to the new view.
    if (shownForm.current !== view.form) heading.current?.focus();
    shownForm.current = view.form;
  }, [view.form]);
  const edited = view.form === 'edit' ? data?.find(({ id }) => id === view.id) : undefined;
  // Another tab may have deleted the edited address.
  const form = view.form === 'edit' && !edited ? null : view.form;
  const close = () => setView({ form: null });
  const title = form === 'edit' ? 'Edit Address' : form === 'add' ? 'Add Address' : 'Delivery Addresses';
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="outline-hidden! font-display text-3xl text-heading">
        {title}
      </h1>
      {form === null && (
        <p className="mt-3 mb-6 text-secondary">The chosen address is your default: new orders go there.</p>
      )}
      {error && (
        <AccountError
          title="Failed to fetch shopping address"
          error={error}
          hasContent={data !== undefined}
          busy={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading your addresses">
          <Skeleton className="h-40 w-full" />
          <Skeleton className="mt-4 h-40 w-full" />
        </div>
      )}
      {data && form === null && data.length > 0 && (
        <AddressChooser
          addresses={data}
          chosen={chosen}
          onChoose={choose}
          onAdd={() => setView({ form: 'add' })}
          onEdit={({ id }) => setView({ form: 'edit', id })}
          onDeleted={() => heading.current?.focus()}
        />
      )}
      {data && (form !== null || data.length === 0) && (
        <Panel tone="outline" corner={false} className="mt-6">
          {data.length === 0 && <p className="mb-5 text-secondary">You have no address yet. Add your first one.</p>}
          <AddressForm
            key={edited?.id}
            {...(edited && { address: edited })}
            onSaved={close}
            onBack={data.length === 0 ? undefined : close}
            backLabel="Back To Addresses"
          />
        </Panel>
      )}
    </>
  );
}
