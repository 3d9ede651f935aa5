import type { OperatorMerchantDetail } from '@sokuwa/contract/catalog/operator-merchants.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, ClockAlert, ExternalLink, Mail, Package } from 'lucide-react';
import { nameActor } from '../audit/index.ts';
import { isNotFound } from '../lib/errors.ts';
import { formatBoundedOf, formatDay, formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { canRead, canWrite, type Workplace } from '../lib/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack, panelLinkClass } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { BankChangeNote } from './bank-change-note.tsx';
import { CommissionPanel } from './commission-panel.tsx';
import { describeChange, nameMerchantAct } from './merchant.rules.ts';
import { MerchantBadge } from './merchant-badge.tsx';
import { applicationQuery, merchantAuditQuery, merchantMetricsQuery, merchantQuery } from './merchants.queries.ts';
import { LateNote, MerchantPayoutsPanel, MetricsPanel, ShippingPanel } from './metrics-panel.tsx';
import { SuspensionPanel } from './suspension-panel.tsx';

/** One merchant: who it is, what operators did with it, and what they may change. */
export function MerchantPage({ operator, merchantId }: { operator: Workplace; merchantId: number }) {
  const merchant = useQuery(merchantQuery(merchantId));
  return (
    <>
      <Breadcrumb current={merchant.data?.name ?? merchantId}>
        <Link to="/market/merchants" className={breadcrumbLinkClass}>
          Merchants
        </Link>
      </Breadcrumb>
      {merchant.isPending && <LoadingRows label="Loading the merchant" />}
      {merchant.isError && isNotFound(merchant.error) && (
        <EmptyPanel
          picture="search"
          icon={CircleX}
          title="There is no such merchant"
          action={
            <Link to="/market/merchants" className={buttonClass()}>
              All merchants
            </Link>
          }
        />
      )}
      {merchant.isError && !merchant.data && !isNotFound(merchant.error) && (
        <ErrorPanel what="The merchant" error={merchant.error} onRetry={() => void merchant.refetch()} />
      )}
      {merchant.data && <MerchantDetails operator={operator} merchant={merchant.data} />}
    </>
  );
}

function MerchantDetails({ operator, merchant }: { operator: Workplace; merchant: OperatorMerchantDetail }) {
  const { id, name, place, country, since, products, email, state, handling_days } = merchant;
  const isWritable = canWrite(operator, 'merchants');
  const metrics = useQuery({ ...merchantMetricsQuery(id), enabled: state === 'approved' });
  const lateCount = metrics.data?.orders?.to_ship.late_count ?? 0;
  const isOpen = state === 'approved' && merchant.suspended_at === null;
  return (
    <>
      <div className="flex items-start gap-3">
        <StoreMark name={name} size="lg" />
        <div className="min-w-0 flex-1">
          <PageHead
            title={name}
            isPlain
            badges={
              <>
                <MerchantBadge {...merchant} />
                {lateCount > 0 && (
                  <Badge tone="wrong" icon={ClockAlert}>
                    {formatBoundedOf(lateCount, 'late order')}
                  </Badge>
                )}
              </>
            }
            subtitle={`${place || country} · since ${formatDay(since)} · ${formatNumberOf(products, 'product')}`}
            actions={
              <>
                {canRead(operator, 'orders') && (
                  <Link to="/market/orders" search={{ merchant: String(id) }} className={buttonClass()}>
                    <Package />
                    Orders
                  </Link>
                )}
                {email && (
                  <a href={`mailto:${email}`} className={buttonClass()}>
                    <Mail />
                    Write
                    <span className="sr-only"> to {email}</span>
                  </a>
                )}
                {isOpen && (
                  <a
                    href={`/product/list/${id}?section=merchantStore&page=1`}
                    target="_blank"
                    rel="noreferrer"
                    className={buttonClass()}
                  >
                    <ExternalLink />
                    Store
                    <span className="sr-only"> in the shop (opens in a new tab)</span>
                  </a>
                )}
              </>
            }
          />
        </div>
      </div>
      {metrics.isLoading && <LoadingRows label="Loading the metrics" count={1} />}
      {metrics.isError && !metrics.data && (
        <Panel title="Metrics" className="mb-4">
          <ErrorPanel what="The metrics" error={metrics.error} onRetry={() => void metrics.refetch()} />
        </Panel>
      )}
      {metrics.data && <MetricsPanel metrics={metrics.data} />}
      <Columns>
        <PanelStack>
          {metrics.data && <LateNote operator={operator} merchant={merchant} metrics={metrics.data} />}
          {state !== 'approved' && (
            <Note tone="info">
              {state === 'applied' ? 'It waits for a decision.' : 'It is not open yet.'} Its products are in the shop
              after it is approved.{' '}
              <Link
                to="/market/merchants/applications/$merchantId"
                params={{ merchantId: String(id) }}
                className="text-link"
              >
                The application
              </Link>
            </Note>
          )}
          {canRead(operator, 'payouts') && (
            <BankChangeNote merchantId={id} isWritable={canWrite(operator, 'payouts')} />
          )}
          <ApplicationPanel merchant={merchant} />
          {canRead(operator, 'audit') && <AuditPanel merchantId={id} />}
        </PanelStack>
        <PanelStack>
          {metrics.data?.payouts && (
            <MerchantPayoutsPanel payouts={metrics.data.payouts} isSuspended={merchant.suspended_at !== null} />
          )}
          <CommissionPanel merchant={merchant} isWritable={isWritable} />
          <ShippingPanel handlingDays={handling_days} metrics={metrics.data} />
          {state === 'approved' && <SuspensionPanel merchant={merchant} isWritable={isWritable} />}
        </PanelStack>
      </Columns>
    </>
  );
}

function ApplicationPanel({ merchant }: { merchant: OperatorMerchantDetail }) {
  const application = useQuery(applicationQuery(merchant.id));
  return (
    <Panel
      title="Application"
      isPadded={application.data !== undefined}
      aside={
        application.data && (
          <Link
            to="/market/merchants/applications/$merchantId"
            params={{ merchantId: String(merchant.id) }}
            className={panelLinkClass}
          >
            {application.data.state === 'approved' ? `Approved ${formatDay(application.data.state_since)}` : 'Open it'}
          </Link>
        )
      }
    >
      {application.isPending && <LoadingRows label="Loading the application" count={3} />}
      {application.isError && isNotFound(application.error) && (
        <p className="px-4 pb-4 text-secondary">
          None: operators have created this store.{' '}
          {merchant.email ? `Mails to it go to ${merchant.email}.` : 'It has no email address.'}
        </p>
      )}
      {application.isError && !application.data && !isNotFound(application.error) && (
        <ErrorPanel what="The application" error={application.error} onRetry={() => void application.refetch()} />
      )}
      {application.data && <ApplicationFacts application={application.data} />}
    </Panel>
  );
}

const SHOWN_ENTRIES = 6;

/** The latest that operators, and people of the store, did with it. */
function AuditPanel({ merchantId }: { merchantId: number }) {
  const log = useQuery(merchantAuditQuery(merchantId));
  return (
    <Panel
      title="Audit log"
      aside={
        <Link to="/market/audit" search={{ subject: `merchant ${merchantId}` }} className={panelLinkClass}>
          All entries
        </Link>
      }
    >
      {log.isPending && <LoadingRows label="Loading the audit log" count={3} />}
      {log.isError && !log.data && (
        <ErrorPanel what="The audit log" error={log.error} onRetry={() => void log.refetch()} />
      )}
      {log.data?.results.length === 0 && <p className="px-4 pb-4 text-secondary">Nothing yet.</p>}
      <ul>
        {log.data?.results.slice(0, SHOWN_ENTRIES).map((entry) => (
          <li key={entry.id} className="border-line border-t px-4 py-2.5">
            <b className="font-semibold">{nameMerchantAct(entry)}</b> {describeChange(entry)}
            {entry.reason && <span className="wrap-anywhere block text-secondary">“{entry.reason}”</span>}
            <span className="block text-muted text-xs">
              {formatDayAndTime(entry.at)} · {nameActor(entry)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
