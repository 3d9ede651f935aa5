import { changeCoupon, endCoupon } from '@sokuwa/contract/checkout/operator-coupons.endpoints.ts';
import type { CouponOrder, OperatorCoupon } from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, Flag, Package } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { describeError, isNotFound, isRefusal } from '../lib/errors.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { fromLagosField, toLagosField } from '../lib/lagos-time.ts';
import { canRead, canWrite, type Workplace } from '../lib/session.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { type Column, rowLinkClass } from '../ui/data-table.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { checks, describeDiscount, describePeriod, describeUses } from './coupon.rules.ts';
import { CouponBadge } from './coupon-badge.tsx';
import { couponOrdersQuery, couponQuery, useSaveCoupon } from './coupons.queries.ts';

/** One coupon: its use, the orders with it, and what can be changed. */
export function CouponPage({ operator, code }: { operator: Workplace; code: string }) {
  const coupon = useQuery(couponQuery(code));
  return (
    <>
      <Breadcrumb current={code}>
        <Link to="/market/coupons" className={breadcrumbLinkClass}>
          Coupons
        </Link>
      </Breadcrumb>
      {coupon.isPending && <LoadingRows label="Loading the coupon" />}
      {coupon.isError && isNotFound(coupon.error) && (
        <EmptyPanel
          picture="search"
          icon={CircleX}
          title="There is no such coupon"
          action={
            <Link to="/market/coupons" className={buttonClass()}>
              All coupons
            </Link>
          }
        />
      )}
      {coupon.isError && !coupon.data && !isNotFound(coupon.error) && (
        <ErrorPanel what="The coupon" error={coupon.error} onRetry={() => void coupon.refetch()} />
      )}
      {coupon.data && <CouponDetails operator={operator} coupon={coupon.data} />}
    </>
  );
}

function CouponDetails({ operator, coupon }: { operator: Workplace; coupon: OperatorCoupon }) {
  const isWritable = canWrite(operator, 'coupons');
  const [isEnding, setEnding] = useState(false);
  const canEnd = isWritable && coupon.status !== 'ended';
  return (
    <>
      <PageHead
        title={coupon.code}
        isPlain
        badges={<CouponBadge coupon={coupon} />}
        subtitle={`${describeDiscount(coupon)} · ${describePeriod(coupon)}`}
        actions={
          <>
            <CopyButton text={coupon.code} what="the code" />
            {canEnd && (
              <Button variant="danger" icon={<Flag />} onClick={() => setEnding(true)}>
                End it now…
              </Button>
            )}
          </>
        }
      />
      <Columns>
        <CouponOrders coupon={coupon} canOpen={canRead(operator, 'orders')} />
        <PanelStack>
          <Panel title="Use" isPadded>
            <Facts>
              <FactRow name="Used">{describeUses(coupon)}</FactRow>
              <FactRow name="Paid orders">{coupon.orders}</FactRow>
              <FactRow name="Starts">{formatDayAndTime(coupon.starts_at)}</FactRow>
              <FactRow name="For items of at least">
                {coupon.minimum === 0 ? 'any amount' : formatNairaPrice(coupon.minimum)}
              </FactRow>
              <FactRow name="Given" isTotal>
                {formatNairaPrice(coupon.discount_given)}
              </FactRow>
            </Facts>
          </Panel>
          {isWritable && <ChangePanel coupon={coupon} />}
        </PanelStack>
      </Columns>
      {isEnding && <EndDialog coupon={coupon} onClose={() => setEnding(false)} />}
    </>
  );
}

function CouponOrders({ coupon, canOpen }: { coupon: OperatorCoupon; canOpen: boolean }) {
  const columns = useMemo(() => orderColumns(canOpen), [canOpen]);
  const orders = useInfiniteQuery(couponOrdersQuery(coupon.code));
  return (
    <ListPanel
      title="Orders with it"
      titleHidden={false}
      what="Orders"
      pages={orders}
      columns={columns}
      rowId={({ id }) => id}
      cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'id_discount''state_total']"
      empty={
        <EmptyPanel picture="orders" icon={Package} title="No order has used it">
          {coupon.status === 'running' ? `Buyers type ${coupon.code} when they pay.` : 'Orders with it come here.'}
        </EmptyPanel>
      }
    />
  );
}

/** @param canOpen not everybody who works with coupons may see orders */
const orderColumns = (canOpen: boolean): Column<CouponOrder>[] => [
  {
    id: 'order',
    header: 'Order',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original: order } }) => (
      <>
        {canOpen ? (
          <RowLink to="/market/orders/$orderId" params={{ orderId: order.id }} className={rowLinkClass} data-row-link>
            {order.id}
          </RowLink>
        ) : (
          <b className="font-semibold">{order.id}</b>
        )}
        <span className="block text-muted text-xs">{formatDayAndTime(order.created_at)}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:state] max-lg:text-xs' },
    cell: ({ row: { original: order } }) => <span className="text-secondary">{order.status}</span>,
  },
  {
    id: 'total',
    header: 'Total',
    meta: { isNumber: true, widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:total] max-lg:text-xs' },
    cell: ({ row: { original: order } }) => (
      <>
        <span className="text-muted lg:hidden">of </span>
        {formatNairaPrice(order.total)}
      </>
    ),
  },
  {
    id: 'discount',
    header: 'Discount',
    meta: { isNumber: true, widthClass: 'lg:w-36', areaClass: 'max-lg:[grid-area:discount]' },
    cell: ({ row: { original: order } }) => formatNairaPrice(order.discount),
  },
];

type ChangeValues = { ends_at: string; max_uses: string; reason: string };

/** Changes the end and the limit, which can be changed back. */
function ChangePanel({ coupon }: { coupon: OperatorCoupon }) {
  const save = useSaveCoupon();
  const { register, handleSubmit, formState, setError } = useForm<ChangeValues>({
    values: {
      ends_at: toLagosField(coupon.ends_at),
      max_uses: coupon.max_uses === null ? '' : String(coupon.max_uses),
      reason: '',
    },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, dirtyFields, isSubmitting } = formState;
  const isChanged = Boolean(dirtyFields.ends_at || dirtyFields.max_uses);
  const submit = handleSubmit(async ({ ends_at, max_uses, reason }) => {
    const body = {
      ...(dirtyFields.ends_at && { ends_at: fromLagosField(ends_at) ?? null }),
      ...(dirtyFields.max_uses && { max_uses: max_uses === '' ? null : Number(max_uses.replaceAll(/[\s,]/g, '')) }),
      ...(reason.trim() !== '' && { reason }),
    };
    try {
      save(await api.call(changeCoupon, { params: { code: coupon.code }, body }));
      toast.success(`${coupon.code} is changed`);
    } catch (error) {
      const message = describeError(error);
      if (isRefusal(error, 'coupon_end_too_early')) setError('ends_at', { message }, { shouldFocus: true });
      else if (isRefusal(error, 'coupon_limit_too_low')) setError('max_uses', { message }, { shouldFocus: true });
      else applyFieldErrors(error, setError, ['ends_at', 'max_uses', 'reason']);
    }
  });
  return (
    <Panel title="Change" isPadded>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        {errors.root && <Note tone="bad">{errors.root.message}</Note>}
        <TextField
          label="Until, Lagos time"
          optional
          type="datetime-local"
          hint="Empty: without an end"
          error={errors.ends_at?.message}
          {...register('ends_at')}
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
        {isChanged && (
          <TextField
            label="Reason"
            optional
            autoComplete="off"
            maxLength={1000}
            hint="It is kept in the audit log."
            error={errors.reason?.message}
            {...register('reason')}
          />
        )}
        <Button type="submit" disabled={!isChanged} busy={isSubmitting}>
          Change the coupon
        </Button>
      </form>
    </Panel>
  );
}

function EndDialog({ coupon: { code, uses }, onClose }: { coupon: OperatorCoupon; onClose: () => void }) {
  const save = useSaveCoupon();
  return (
    <ReasonDialog
      title={`End ${code} now?`}
      keepLabel="Keep it running"
      confirmLabel="End the coupon"
      isDanger
      isOptional
      onClose={onClose}
      onAct={async ({ reason }) => {
        save(await api.call(endCoupon, { params: { code }, body: reason === undefined ? {} : { reason } }));
        toast.success(`${code} has ended`);
      }}
    >
      Nobody can use it from now on. {uses > 0 && `${formatNumberOf(uses, 'order')} with it keep the discount. `}A later
      end brings it back.
    </ReasonDialog>
  );
}
