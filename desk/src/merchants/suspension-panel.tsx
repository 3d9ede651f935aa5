import { suspendMerchant, unsuspendMerchant } from '@sokuwa/contract/catalog/operator-merchants.endpoints.ts';
import type { OperatorMerchantDetail } from '@sokuwa/contract/catalog/operator-merchants.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { Ban, Store } from 'lucide-react';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { useSaveMerchant } from './use-save-merchant.ts';

/** Takes the products of a merchant out of the shop, or puts them back. */
export function SuspensionPanel({ merchant, isWritable }: { merchant: OperatorMerchantDetail; isWritable: boolean }) {
  const save = useSaveMerchant();
  const [isOpen, setOpen] = useState(false);
  const { id, name, products, suspended_at } = merchant;
  const params = { merchantId: id };
  const close = () => setOpen(false);
  const some = formatNumberOf(products, 'product');
  return (
    <Panel title={suspended_at === null ? 'Suspend' : 'Suspended'} isPadded>
      <div className="flex flex-col gap-3">
        <p className="text-secondary">
          {suspended_at === null
            ? `${some} leave the shop within a second. Paid orders can still be shipped and messages answered; what it is owed waits.`
            : `Since ${formatDayAndTime(suspended_at)} the shop shows none of the ${some}, and pays nothing out. Paid orders can still be shipped.`}
        </p>
        {isWritable && suspended_at === null && (
          <Button variant="danger" icon={<Ban />} onClick={() => setOpen(true)}>
            Suspend…
          </Button>
        )}
        {isWritable && suspended_at !== null && (
          <Button icon={<Store />} onClick={() => setOpen(true)}>
            Put back into the shop…
          </Button>
        )}
      </div>
      {isOpen && suspended_at === null && (
        <ReasonDialog
          title={`Suspend ${name}?`}
          keepLabel="Keep it open"
          confirmLabel="Suspend the merchant"
          isDanger
          onClose={close}
          onAct={async ({ reason = '' }) => {
            save(await api.call(suspendMerchant, { params, body: { reason } }));
            toast.success(`${name} is suspended`);
            close();
          }}
        >
          {some} leave the shop, its lists and the carts of shoppers. The merchant still sees its desk, and can ship
          what is paid. What it is owed stays, and is paid after the suspension. It gets no mail: write to it yourself.
          You can undo it.
        </ReasonDialog>
      )}
      {isOpen && suspended_at !== null && (
        <ReasonDialog
          title={`Put ${name} back into the shop?`}
          keepLabel="Keep it suspended"
          confirmLabel="Put it back"
          isOptional
          onClose={close}
          onAct={async ({ reason }) => {
            save(await api.call(unsuspendMerchant, { params, body: reason === undefined ? {} : { reason } }));
            toast.success(`${name} is in the shop again`);
            close();
          }}
        >
          {some} come back as they were: live, paused or draft.
        </ReasonDialog>
      )}
    </Panel>
  );
}
