import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { Radio } from '@sokuwa/ui/checkbox-radio.tsx';
import { ArrowLeft, Plus } from 'lucide-react';
import { AddressText } from './address-text.tsx';
import { findDefaultAddress } from './addresses.query.ts';
import { DeleteAddress } from './delete-address.tsx';

/** The list of addresses to choose from, with buttons to edit, delete and add one, and to go back. */
export function AddressChooser({
  addresses,
  chosen,
  onChoose,
  onAdd,
  onEdit,
  onDeleted,
  onBack,
}: {
  addresses: readonly Address[];
  /** Id of the address being selected. */
  chosen: string | undefined;
  onChoose: (address: Address) => void;
  onAdd: () => void;
  onEdit: (address: Address) => void;
  /** Called after an address has been deleted. */
  onDeleted: () => void;
  /** Omitted if there is nothing to go back to. */
  onBack?: () => void;
}) {
  const current = chosen ?? findDefaultAddress(addresses)?.id;
  return (
    <>
      <fieldset aria-busy={chosen !== undefined} className="min-w-0">
        <legend className="sr-only">Delivery address</legend>
        <div className="grid gap-3">
          {addresses.map((address) => (
            <div
              key={address.id}
              className="rounded-md border border-line has-checked:border-action has-checked:bg-action-quiet"
            >
              <Radio
                name="shipping_address_id"
                value={address.id}
                checked={address.id === current}
                onChange={() => onChoose(address)}
                label={<AddressText address={address} />}
                className="px-4"
              />
              <div className="flex gap-1 pb-1 pl-9">
                <Button
                  variant="text"
                  size="sm"
                  aria-label={`Edit ${address.address_line1}`}
                  onClick={() => onEdit(address)}
                >
                  Edit
                </Button>
                <DeleteAddress address={address} onDeleted={onDeleted} />
              </div>
            </div>
          ))}
        </div>
      </fieldset>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" icon={<Plus className="size-5" />} onClick={onAdd}>
          Add New Address
        </Button>
        {onBack && <BackToAddress onBack={onBack} />}
      </div>
    </>
  );
}

export function BackToAddress({
  onBack,
  label = 'Back To Delivery Address',
}: {
  onBack: () => void;
  label?: string | undefined;
}) {
  return (
    <Button variant="text" icon={<ArrowLeft className="size-5" />} onClick={onBack}>
      {label}
    </Button>
  );
}
