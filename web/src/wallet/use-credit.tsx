import type { ShipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { Checkbox } from '@sokuwa/ui/checkbox-radio.tsx';
import { Panel } from '@sokuwa/ui/panel.tsx';

type Rate = Pick<
  ShipmentRate['data'],
  'wallet_credit' | 'formatted_wallet_credit' | 'formatted_total_after_credit' | 'total'
>;

/** The choice to pay with wallet credit; nothing when the wallet is empty. */
export function UseCredit({
  rate,
  used,
  onChange,
}: {
  rate: Rate | undefined;
  used: boolean;
  onChange: (used: boolean) => void;
}) {
  if (!rate || !(rate.wallet_credit > 0)) return null;
  return (
    <Panel tone="outline" corner={false} className="py-3!">
      <Checkbox
        label={`Use ${rate.formatted_wallet_credit} from my wallet`}
        checked={used}
        onChange={(event) => onChange(event.target.checked)}
      />
      {used && (
        <p role="status" className="flex justify-between gap-4 pb-2 font-semibold text-heading">
          <span>Left to pay</span>
          <span>{rate.formatted_total_after_credit}</span>
        </p>
      )}
    </Panel>
  );
}
