import type { OperatorApplication } from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX } from 'lucide-react';
import { isNotFound } from '../lib/errors.ts';
import { formatAge, formatDay } from '../lib/format.ts';
import { canWrite, type Workplace } from '../lib/session.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { assess, nameShared } from './application.rules.ts';
import { ApplicationFacts, Remark } from './application-facts.tsx';
import { DecisionForm } from './decision-form.tsx';
import { MerchantBadge } from './merchant-badge.tsx';
import { applicationQuery } from './merchants.queries.ts';

/** One store that has applied: what speaks for and against it, and the decision. */
export function ApplicationPage({ operator, merchantId }: { operator: Workplace; merchantId: number }) {
  const application = useQuery(applicationQuery(merchantId));
  return (
    <>
      <Breadcrumb current={application.data?.store_name ?? merchantId}>
        <Link to="/market/merchants/applications" className={breadcrumbLinkClass}>
          Applications
        </Link>
      </Breadcrumb>
      {application.isPending && <LoadingRows label="Loading the application" />}
      {application.isError && isNotFound(application.error) && (
        <EmptyPanel
          picture="search"
          icon={CircleX}
          title="There is no such application"
          action={
            <Link to="/market/merchants/applications" className={buttonClass()}>
              All applications
            </Link>
          }
        />
      )}
      {application.isError && !application.data && !isNotFound(application.error) && (
        <ErrorPanel what="The application" error={application.error} onRetry={() => void application.refetch()} />
      )}
      {application.data && <ApplicationDetails operator={operator} application={application.data} />}
    </>
  );
}

/** Since when a store has its state. */
const describeState = ({ state, state_since, submitted_at }: OperatorApplication): string => {
  if (state === 'applied') return `Waits ${formatAge(state_since)}`;
  if (state === 'approved') return `Approved ${formatDay(state_since)}`;
  if (state === 'declined') return `Declined ${formatDay(state_since)}`;
  return submitted_at === null ? 'Not sent yet' : `Withdrawn; sent last ${formatDay(submitted_at)}`;
};

function ApplicationDetails({ operator, application }: { operator: Workplace; application: OperatorApplication }) {
  const { merchant_id, store_name, state, cover_url, decline_reason, other_stores } = application;
  return (
    <>
      <div className="flex items-start gap-3">
        <StoreMark name={store_name} size="lg" />
        <div className="min-w-0 flex-1">
          <PageHead
            title={store_name}
            isPlain
            badges={<MerchantBadge state={state} suspended_at={null} />}
            subtitle={describeState(application)}
            actions={
              state === 'approved' && (
                <Link
                  to="/market/merchants/$merchantId"
                  params={{ merchantId: String(merchant_id) }}
                  className={buttonClass()}
                >
                  The merchant
                </Link>
              )
            }
          />
        </div>
      </div>
      <Columns>
        <PanelStack>
          {decline_reason !== null && (
            <Note tone="warning">
              <b className="font-semibold">Declined:</b> “{decline_reason}”
            </Note>
          )}
          {state === 'applied' && (
            <Panel title="What speaks for and against it" isPadded>
              <ul className="flex flex-col gap-2">
                {assess(application).map(({ isGood, text }) => (
                  <li key={text}>
                    <span className="sr-only">{isGood ? 'For it: ' : 'Against it, or missing: '}</span>
                    <Remark isGood={isGood}>{text}</Remark>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          <Panel title="What it says" isPadded>
            {cover_url && (
              <img
                src={cover_url}
                alt="The cover"
                className="corner-28 mb-4 aspect-5/2 w-full max-w-96 rounded-md object-cover"
              />
            )}
            <ApplicationFacts application={application} />
          </Panel>
          {other_stores.length > 0 && (
            <Panel title="Stores that share something with it">
              <ul>
                {other_stores.map((other) => (
                  <li
                    key={other.merchant_id}
                    className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2"
                  >
                    <span className="min-w-0 flex-1 basis-40">
                      <Link
                        to="/market/merchants/$merchantId"
                        params={{ merchantId: String(other.merchant_id) }}
                        className="inline-flex min-h-11 items-center font-semibold text-heading lg:pointer-fine:min-h-6"
                      >
                        {other.store_name}
                      </Link>
                      <span className="block text-muted text-xs">Shares {nameShared(other.shares)}</span>
                    </span>
                    <MerchantBadge {...other} />
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </PanelStack>
        <PanelStack>
          {state === 'applied' &&
            (canWrite(operator, 'merchants') ? (
              <DecisionForm application={application} />
            ) : (
              <Panel title="Decide" isPadded>
                <p className="text-secondary">Finance and owners decide.</p>
              </Panel>
            ))}
        </PanelStack>
      </Columns>
    </>
  );
}
