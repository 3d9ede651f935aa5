import { applyCoupon, removeCoupon } from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { getText, useForm } from '@sokuwa/ui/use-form.ts';
import { CircleCheck, Ticket } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { couponFailure } from './coupon-failure.ts';
import type { Rate } from './use-shipment-rate.ts';

/**
 * The field for a coupon code, or the applied coupon with a button that removes it.
 * @param onChanged called after the totals have changed
 */
export function CouponBox({ rate, onChanged }: { rate: Rate | undefined; onChanged: () => void }) {
  const api = useApi();
  const [notice, setNotice] = useState<string>();
  const [isRemoving, setIsRemoving] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const couponError = (text: string) => ({ fields: { coupon_code: text } });
  const { form, errors, busy } = useForm(async (values) => {
    const coupon_code = getText(values, 'coupon_code').trim();
    setNotice(undefined);
    if (!rate) return couponError('Total not available.');
    if (coupon_code === '') return couponError('Please enter a valid coupon code.');
    try {
      await api.call(applyCoupon, { body: { total: rate.total, coupon_code } });
    } catch (error) {
      return couponError(couponFailure(error));
    }
    setNotice('Coupon applied successfully!');
    onChanged();
    return undefined;
  });
  const remove = async () => {
    setNotice(undefined);
    setIsRemoving(true);
    try {
      await api.call(removeCoupon, {});
      setNotice('Coupon removed.');
      // Move the focus, because the pressed button disappears.
      field.current?.querySelector('input')?.focus();
      onChanged();
    } catch (error) {
      toast.error(`The coupon could not be removed: ${describeError(error)}`);
    }
    setIsRemoving(false);
  };
  return (
    <form
      {...form}
      onInput={(event: FormEvent) => {
        setNotice(undefined);
        form.onInput(event);
      }}
      aria-labelledby="coupon"
    >
      <h2 id="coupon" className="mb-4 font-bold font-display text-heading text-xl">
        Coupon
      </h2>
      <div ref={field} className="flex items-start gap-2.5">
        <TextField
          label="Coupon code"
          labelHidden
          name="coupon_code"
          placeholder="Coupon code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          error={errors.coupon_code}
          className="flex-1"
        />
        <Button type="submit" variant="secondary" busy={busy}>
          Apply
        </Button>
      </div>
      <div role="status">
        {notice && (
          <p className="mt-2 flex items-center gap-2 font-semibold text-sm text-success">
            <CircleCheck className="size-5" />
            {notice}
          </p>
        )}
      </div>
      {rate?.coupon_code && (
        <div className="mt-2 flex min-h-11 items-center justify-between gap-3">
          <p className="wrap-anywhere flex min-w-0 items-center gap-2 font-semibold text-heading">
            <Ticket className="size-5 shrink-0" />
            {rate.coupon_code}
          </p>
          <Button
            variant="text"
            size="sm"
            className="-mr-3"
            busy={isRemoving}
            aria-label={`Remove coupon ${rate.coupon_code}`}
            onClick={remove}
          >
            Remove
          </Button>
        </div>
      )}
    </form>
  );
}
