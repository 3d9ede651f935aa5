import { createCoupon } from '@sokuwa/contract/checkout/operator-coupons.endpoints.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { removeDraft, useFormDraft, withDraft } from '../lib/drafts.ts';
import { describeError, isRefusal } from '../lib/errors.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel } from '../ui/panel.tsx';
import { type CouponValues, checks, NO_COUPON, toNewCoupon } from './coupon.rules.ts';
import { useSaveCoupon } from './coupons.queries.ts';

const DRAFT_KEY = 'new coupon';
const FIELDS = Object.keys(NO_COUPON) as (keyof CouponValues)[];

/** Creates a coupon. What is typed stays on the device until it is created. */
export function NewCouponPage() {
  const navigate = useNavigate();
  const save = useSaveCoupon();
  const form = useForm<CouponValues>({ defaultValues: withDraft(DRAFT_KEY, NO_COUPON) });
  useFormDraft(form, DRAFT_KEY);
  const { register, handleSubmit, formState, setError, watch } = form;
  const { errors, isSubmitting } = formState;
  const isPercent = watch('kind') === 'percent';
  const submit = handleSubmit(async (values) => {
    try {
      const created = await api.call(createCoupon, { body: toNewCoupon(values) });
      save(created);
      removeDraft(DRAFT_KEY);
      toast.success(`${created.code} is created`);
      await navigate({ to: '/market/coupons/$code', params: { code: created.code } });
    } catch (error) {
      if (isRefusal(error, 'coupon_exists')) setError('code', { message: describeError(error) }, { shouldFocus: true });
      else applyFieldErrors(error, setError, FIELDS);
    }
  });
  return (
    <>
      <Breadcrumb current="New">
        <Link to="/market/coupons" className={breadcrumbLinkClass}>
          Coupons
        </Link>
      </Breadcrumb>
      <PageHead
        title="New coupon"
        subtitle="Each buyer can use it once. Code, discount and minimum stay as they are."
      />
      <form onSubmit={submit} noValidate className="max-w-160">
        <Panel title="Coupon" titleHidden isPadded>
          <div className="flex flex-col gap-4">
            {errors.root && <Note tone="bad">{errors.root.message}</Note>}
            <TextField
              label="Code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={32}
              hint="What buyers type, in upper or lower case: letters, digits, hyphens and underscores."
              error={errors.code?.message}
              {...register('code', {
                pattern: {
                  value: /^\s*[A-Z0-9][A-Z0-9_-]{1,31}\s*$/i,
                  message: 'A code is 2 to 32 letters, digits, hyphens and underscores.',
                },
                required: 'Write the code.',
              })}
            />
            <fieldset>
              <legend className="font-semibold text-heading text-xs">Takes off the items</legend>
              <div className="flex flex-wrap gap-x-6">
                <Choice type="radio" label="A percentage" value="percent" {...register('kind')} />
                <Choice type="radio" label="An amount" value="fixed" {...register('kind')} />
              </div>
            </fieldset>
            <div className="grid gap-4 sm:grid-cols-2">
              {isPercent ? (
                <TextField
                  key="percent"
                  label="Percentage"
                  suffix="%"
                  inputMode="numeric"
                  autoComplete="off"
                  error={errors.percent?.message}
                  {...register('percent', { validate: (text, { kind }) => kind !== 'percent' || checks.percent(text) })}
                />
              ) : (
                <TextField
                  key="fixed"
                  label="Amount"
                  prefix="₦"
                  inputMode="decimal"
                  autoComplete="off"
                  error={errors.fixed?.message}
                  {...register('fixed', { validate: (text, { kind }) => kind !== 'fixed' || checks.fixed(text) })}
                />
              )}
              <TextField
                label="For items of at least"
                optional
                prefix="₦"
                inputMode="decimal"
                autoComplete="off"
                error={errors.minimum?.message}
                {...register('minimum', { validate: checks.minimum })}
              />
              <TextField
                label="From, Lagos time"
                optional
                type="datetime-local"
                hint="Empty: now"
                error={errors.starts_at?.message}
                {...register('starts_at')}
              />
              <TextField
                label="Until, Lagos time"
                optional
                type="datetime-local"
                hint="Empty: without an end"
                error={errors.ends_at?.message}
                {...register('ends_at', {
                  validate: (end, { starts_at: start }) =>
                    end === '' || start === '' || end > start || 'The end must be after the start.',
                })}
              />
              <TextField
                label="How many orders can use it"
                optional
                inputMode="numeric"
                autoComplete="off"
                hint="Empty: any number"
                error={errors.max_uses?.message}
                {...register('max_uses', { validate: checks.maxUses })}
              />
            </div>
            <TextField
              label="Reason"
              optional
              autoComplete="off"
              maxLength={1000}
              hint="It is kept in the audit log."
              error={errors.reason?.message}
              {...register('reason')}
            />
            <div className="mt-2 flex flex-wrap gap-3 max-sm:*:flex-auto">
              <Link to="/market/coupons" className={buttonClass()}>
                Not now
              </Link>
              <Button type="submit" variant="primary" busy={isSubmitting}>
                Create the coupon
              </Button>
            </div>
          </div>
        </Panel>
      </form>
    </>
  );
}
