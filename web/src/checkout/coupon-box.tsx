import { applyCoupon } from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { getText, useForm } from '@sokuwa/ui/use-form.ts';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { couponFailure } from './coupon-failure.ts';
import type { Rate } from './use-shipment-rate.ts';

/** @param onApplied called after the totals have changed */
export function CouponBox({ rate, onApplied }: { rate: Rate | undefined; onApplied: () => void }) {
  const api = useApi();
  const [isApplied, setIsApplied] = useState(false);
  const couponError = (text: string) => ({ fields: { coupon_code: text } });
  const { form, errors, busy } = useForm(async (values) => {
    const coupon_code = getText(values, 'coupon_code').trim();
    setIsApplied(false);
    if (!rate) return couponError('Total not available.');
    if (coupon_code === '') return couponError('Please enter a valid coupon code.');
    try {
      await api.call(applyCoupon, { body: { total: rate.total, coupon_code } });
    } catch (error) {
      return couponError(couponFailure(error));
    }
    setIsApplied(true);
    onApplied();
    return undefined;
  });
  return (
    <form
      {...form}
      onInput={(event: FormEvent) => {
        setIsApplied(false);
        form.onInput(event);
      }}
      aria-labelledby="coupon"
    >
      <h2 id="coupon" className="mb-4 font-bold font-display text-heading text-xl">
        Coupon
      </h2>
      <div className="flex items-start gap-2.5">
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
        {isApplied && (
          <p className="mt-2 flex items-center gap-2 font-semibold text-sm text-success">
            <CircleCheck className="size-5" />
            Coupon applied successfully!
          </p>
        )}
      </div>
    </form>
  );
}
