import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { MapPin } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AddressChooser } from './address-chooser.tsx';
import { AddressForm } from './address-form.tsx';
import { AddressText } from './address-text.tsx';
import { findDefaultAddress } from './addresses.query.ts';
import { useChooseAddress } from './use-choose-address.ts';

type View = 'default' | 'choose' | 'add' | 'edit';
const TITLES: Record<View, string> = {
  default: 'Delivery address',
  choose: 'Choose a delivery address',
  add: 'Add a delivery address',
  edit: 'Edit the delivery address',
};

/** The address panel: the default address, the chooser, or the form to add or edit one. */
export function AddressPanel({ addresses }: { addresses: readonly Address[] }) {
  const [chosenView, setView] = useState<View>('default');
  const [editedId, setEditedId] = useState<string>();
  const edited = addresses.find(({ id }) => id === editedId);
  // Another tab may have deleted the edited address.
  const openView = chosenView === 'edit' && !edited ? 'choose' : chosenView;
  const view = addresses.length === 0 ? 'add' : openView;
  // Do not leave the form if the user opened it in the meantime.
  const { chosen, choose } = useChooseAddress(() => setView((current) => (current === 'choose' ? 'default' : current)));
  const address = findDefaultAddress(addresses);
  const back = () => setView('default');

  const heading = useRef<HTMLHeadingElement>(null);
  const shownView = useRef(view);
  useEffect(() => {
    // The pressed button has disappeared, so move the focus to the new view.
    if (shownView.current !== view) heading.current?.focus();
    shownView.current = view;
  }, [view]);

  return (
    <>
      <div className="mb-3 flex min-h-11 items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="font-bold font-display text-heading text-xl outline-hidden!">
          {TITLES[view]}
        </h2>
        {view === 'default' && (
          <Button variant="text" size="sm" className="-mr-3" onClick={() => setView('choose')}>
            Change
          </Button>
        )}
      </div>
      {view !== 'choose' && view !== 'edit' && !address && (
        <div className="mb-5">
          <Alert kind="info">No default address found.</Alert>
        </div>
      )}
      {view === 'default' && address && (
        <div className="flex gap-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-md bg-action-quiet text-link">
            <MapPin className="size-5" />
          </span>
          <AddressText address={address} />
        </div>
      )}
      {view === 'choose' && (
        <AddressChooser
          addresses={addresses}
          chosen={chosen}
          onChoose={choose}
          onAdd={() => setView('add')}
          onEdit={({ id }) => {
            setEditedId(id);
            setView('edit');
          }}
          onDeleted={() => heading.current?.focus()}
          onBack={back}
        />
      )}
      {view === 'add' && <AddressForm onSaved={back} onBack={addresses.length > 0 ? back : undefined} />}
      {view === 'edit' && edited && <AddressForm key={edited.id} address={edited} onSaved={back} onBack={back} />}
    </>
  );
}
