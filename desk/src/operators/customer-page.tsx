import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { Customer } from '@sokuwa/contract/operators/operators.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, LogOut, Package, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isNotFound } from '../lib/errors.ts';
import { formatDay, formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { canRead, canWrite, type Workplace } from '../lib/session.ts';
import { OrderStatusBadge } from '../orders/index.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack, panelLinkClass } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { CreditDialog, EndSessionsDialog, EraseDialog } from './customer-dialogs.tsx';
import { customerQuery } from './customers.queries.ts';
import { VerifiedBadge } from './customers-page.tsx';

/** The call returns at most so many orders and entries of the wallet. */
const MAX_LISTED = 50;

/** A customer's orders, credit and sessions, and what an operator can do for them. */
export function CustomerPage({ operator, accountId }: { operator: Workplace; accountId: number }) {
  const customer = useQuery(customerQuery(accountId));
  return (
    <>
      <Breadcrumb current={customer.data ? nameOf(customer.data) : `Account ${accountId}`}>
        <Link to="/market/customers" className={breadcrumbLinkClass}>
          Customers
        </Link>
      </Breadcrumb>
      {!customer.data && <h1 className="sr-only">Account {accountId}</h1>}
      {customer.isPending && (
        <Panel title="Customer" titleHidden>
          <LoadingRows label="Loading the customer" />
        </Panel>
      )}
      {customer.isError && !customer.data && (
        <Panel title="Customer" titleHidden>
          {isNotFound(customer.error) ? (
            <EmptyPanel
              picture="search"
              icon={CircleX}
              title="There is no such account"
              action={
                <Link to="/market/customers" className={buttonClass()}>
                  Find a customer
                </Link>
              }
            >
              It was deleted, or the address is wrong.
            </EmptyPanel>
          ) : (
            <ErrorPanel what="The customer" error={customer.error} onRetry={() => void customer.refetch()} />
          )}
        </Panel>
      )}
      {customer.data && <CustomerDetails operator={operator} customer={customer.data} />}
    </>
  );
}

const nameOf = ({ first_name, last_name }: Pick<Customer, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

function CustomerDetails({ operator, customer }: { operator: Workplace; customer: Customer }) {
  const [dialog, setDialog] = useState<'credit' | 'sessions' | 'erase'>();
  const close = () => setDialog(undefined);
  const { email, phone_number, is_verified, created_at, credit, sessions } = customer;
  const isWritable = canWrite(operator, 'customers');
  return (
    <>
      <PageHead
        title={<span className="wrap-anywhere">{nameOf(customer)}</span>}
        isPlain
        badges={<VerifiedBadge isVerified={is_verified} />}
        subtitle={`Customer since ${formatDay(created_at)}`}
        actions={
          isWritable && (
            <Button variant="danger" icon={<Trash2 />} aria-haspopup="dialog" onClick={() => setDialog('erase')}>
              Erase
            </Button>
          )
        }
      />
      <Columns>
        <PanelStack>
          <OrdersPanel operator={operator} customer={customer} />
          <WalletPanel operator={operator} customer={customer} />
        </PanelStack>
        <PanelStack>
          <Panel title="Contact" isPadded>
            <Facts isLeft>
              <FactRow name="Email">{email}</FactRow>
              <FactRow name="Phone">
                {phone_number === '' ? 'None' : <a href={`tel:${phone_number}`}>{phone_number}</a>}
              </FactRow>
              <FactRow name="Account">{customer.id}</FactRow>
            </Facts>
          </Panel>
          <Panel title="Credit" isPadded>
            <p className="font-bold font-display text-heading text-xl">{formatNairaPrice(credit)}</p>
            {canWrite(operator, 'payments') && (
              <Button icon={<Plus />} className="mt-3" aria-haspopup="dialog" onClick={() => setDialog('credit')}>
                Give credit
              </Button>
            )}
          </Panel>
          <Panel title="Sessions" isPadded>
            {sessions.length === 0 ? (
              <p className="text-muted">Signed in on no device of the shop.</p>
            ) : (
              <>
                <p className="text-secondary">
                  {formatNumberOf(sessions.length, 'session')} of the shop. They end by themselves:
                </p>
                <ul className="mt-1">
                  {sessions.map((end, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: sessions have no name, and two can end at once
                    <li key={index}>{formatDayAndTime(end)}</li>
                  ))}
                </ul>
              </>
            )}
            {isWritable && (
              <Button icon={<LogOut />} className="mt-3" aria-haspopup="dialog" onClick={() => setDialog('sessions')}>
                Sign out everywhere
              </Button>
            )}
          </Panel>
        </PanelStack>
      </Columns>
      {dialog === 'credit' && <CreditDialog customer={customer} onClose={close} />}
      {dialog === 'sessions' && <EndSessionsDialog customer={customer} onClose={close} />}
      {dialog === 'erase' && <EraseDialog customer={customer} onClose={close} />}
    </>
  );
}

function OrdersPanel({ operator, customer: { email, orders } }: { operator: Workplace; customer: Customer }) {
  const isLinked = canRead(operator, 'orders');
  return (
    <Panel
      title="Orders"
      aside={
        orders.length === MAX_LISTED &&
        isLinked && (
          <Link to="/market/orders" search={{ search: email }} className={panelLinkClass}>
            All orders
          </Link>
        )
      }
    >
      {orders.length === 0 && (
        <EmptyPanel picture="orders" icon={Package} title="No orders yet" className="py-6">
          What this customer orders comes here.
        </EmptyPanel>
      )}
      <ul>
        {orders.map(({ id, status, created_at, total }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-line border-t px-4 py-2.5"
          >
            {isLinked ? (
              <Link
                to="/market/orders/$orderId"
                params={{ orderId: id }}
                className="font-semibold text-heading no-underline hover:underline"
                data-row-link
              >
                {id}
              </Link>
            ) : (
              id
            )}
            <span className="text-right font-semibold">{formatNairaPrice(total)}</span>
            <span className="text-muted text-xs">{formatDayAndTime(created_at)}</span>
            <span className="justify-self-end">
              <OrderStatusBadge status={status} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const ENTRY_NAMES: Record<Customer['wallet'][number]['kind'], string> = {
  refund: 'Refund',
  credit: 'Credit given',
  use: 'Used for an order',
};

function WalletPanel({ operator, customer: { wallet } }: { operator: Workplace; customer: Customer }) {
  if (wallet.length === 0) return null;
  return (
    <Panel title="Wallet">
      <ul>
        {wallet.map(({ id, kind, amount, balance, order_id, at }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-t px-4 py-2.5">
            <span>
              {ENTRY_NAMES[kind]}
              {order_id !== null && (
                <>
                  {' '}
                  {canRead(operator, 'orders') ? (
                    <Link to="/market/orders/$orderId" params={{ orderId: order_id }} className="text-link underline">
                      {order_id}
                    </Link>
                  ) : (
                    order_id
                  )}
                </>
              )}
              <span className="block text-muted text-xs">{formatDayAndTime(at)}</span>
            </span>
            <span className="text-right">
              <b className="font-semibold">
                {amount > 0 && '+'}
                {formatNairaPrice(amount)}
              </b>
              <span className="block text-muted text-xs">{formatNairaPrice(balance)} then</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
