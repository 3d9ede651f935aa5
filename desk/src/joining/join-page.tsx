import type { Application } from '@sokuwa/contract/joining/joining.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Gate } from '../app/layout/gate.tsx';
import { isNotFound } from '../lib/errors.ts';
import { formatDayAndTime } from '../lib/format.ts';
import { CoverPanel } from '../store/index.ts';
import { buttonClass } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { findOpenStep, type JoinStep, stepAfter } from './join.rules.ts';
import { JoinFrame } from './join-frame.tsx';
import { BankStep, CheckStep, GoodsStep, StoreStep, TermsStep, useSaveApplication, Withdrawal } from './join-steps.tsx';
import { applicationQuery, applicationsQuery } from './joining.queries.ts';

const TITLES: Record<JoinStep, [title: string, lead: string]> = {
  store: ['Open your store', 'Sell to shoppers at home and abroad. It costs nothing until you sell.'],
  goods: ['What do you sell?', 'It helps us to answer soon, and shoppers to find you.'],
  bank: ['Where shall we pay you?', 'In naira. Only the bank and our finance team see it; it is stored encrypted.'],
  terms: ['The terms', 'What we promise each other. They are short; please read them.'],
  check: ['Look it over', 'Then a person reads it, and you get a mail.'],
};

/** Begins an application, or goes on with the open one. */
export function NewApplicationPage() {
  const navigate = useNavigate();
  const applications = useQuery(applicationsQuery);
  if (applications.isPending)
    return (
      <Gate title="Open your store">
        <LoadingRows label="Loading your stores" count={2} />
      </Gate>
    );
  if (applications.isError)
    return (
      <Gate title="Open your store">
        <ErrorPanel what="Your stores" error={applications.error} onRetry={() => void applications.refetch()} />
      </Gate>
    );
  const { results, may_apply } = applications.data;
  const open = results.find(({ state }) => state !== 'approved');
  if (open)
    return (
      <Navigate
        to="/join/$merchantId"
        params={{ merchantId: String(open.merchant_id) }}
        search={{ step: open.state === 'applied' ? undefined : findOpenStep(open) }}
        replace
      />
    );
  if (!may_apply)
    return (
      <Gate
        title="Open your store"
        lead="You have as many stores as one account can have. Write to us if you need more."
      >
        <Link to="/choose" className={buttonClass()}>
          Your desks
        </Link>
      </Gate>
    );
  const [title, lead] = TITLES.store;
  return (
    <JoinFrame application={undefined} step="store" title={title} lead={lead}>
      <StoreStep
        application={undefined}
        onDone={({ merchant_id }) =>
          void navigate({
            to: '/join/$merchantId',
            params: { merchantId: String(merchant_id) },
            search: { step: 'goods' },
            replace: true,
          })
        }
      />
    </JoinFrame>
  );
}

/** @param step undefined for the first one with something missing, or for what happens after it was sent */
export function ApplicationPage({ merchantId, step }: { merchantId: number; step: JoinStep | undefined }) {
  const application = useQuery(applicationQuery(merchantId));
  if (application.isPending)
    return (
      <Gate title="Your application">
        <LoadingRows label="Loading the application" count={2} />
      </Gate>
    );
  if (application.isError)
    return isNotFound(application.error) ? (
      <Gate title="No such application" lead="It may have been deleted, or belongs to another account.">
        <Link to="/choose" className={buttonClass()}>
          Your desks
        </Link>
      </Gate>
    ) : (
      <Gate title="Your application">
        <ErrorPanel what="The application" error={application.error} onRetry={() => void application.refetch()} />
      </Gate>
    );
  const { data } = application;
  if (data.state === 'approved')
    return <Navigate to="/store/$storeId" params={{ storeId: String(merchantId) }} replace />;
  if (data.state === 'applied' && step === undefined) return <SentPage application={data} />;
  const shown = step ?? findOpenStep(data);
  return <StepPage key={shown} application={data} step={shown} />;
}

function StepPage({ application, step }: { application: Application; step: JoinStep }) {
  const navigate = useNavigate();
  const [title, lead] = TITLES[step];
  const open = (next: JoinStep | undefined) =>
    void navigate({
      to: '/join/$merchantId',
      params: { merchantId: String(application.merchant_id) },
      search: { step: next },
    });
  const goOn = () => open(stepAfter(step));
  return (
    <JoinFrame application={application} step={step} title={title} lead={lead}>
      {application.state === 'declined' && (
        <Note tone="warning" className="mb-3">
          <b className="block font-semibold">We could not approve it yet.</b>
          <span className="wrap-anywhere whitespace-pre-line">{application.decline_reason}</span>
          <span className="block">Change what is needed, and send it again.</span>
        </Note>
      )}
      {application.state === 'applied' && (
        <Note className="mb-3">It is sent already. What you change here is seen by whoever reads it.</Note>
      )}
      {step === 'store' && <StoreStep application={application} onDone={goOn} />}
      {step === 'goods' && <GoodsStep application={application} onDone={goOn} />}
      {step === 'bank' && <BankStep application={application} onDone={goOn} />}
      {step === 'terms' && <TermsStep application={application} onDone={goOn} />}
      {step === 'check' && <CheckStep application={application} onSent={() => open(undefined)} />}
    </JoinFrame>
  );
}

/** After the application was sent: what the applicant can do meanwhile. */
function SentPage({ application }: { application: Application }) {
  const save = useSaveApplication();
  const storeId = String(application.merchant_id);
  return (
    <JoinFrame
      application={application}
      step={undefined}
      title="Sent: thank you"
      lead={application.submitted_at ? `On ${formatDayAndTime(application.submitted_at)}` : ''}
    >
      <PanelStack>
        <Panel title="While you wait" isPadded>
          <p>A person reads it and you get a mail. There is nothing more to do, but you can prepare your store.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Link
              to="/store/$storeId/products/new"
              params={{ storeId }}
              className={buttonClass({ variant: 'primary' })}
            >
              <Plus />
              Prepare a first product
            </Link>
            <Link to="/store/$storeId" params={{ storeId }} className={buttonClass()}>
              Open your desk
            </Link>
          </div>
        </Panel>
        <CoverPanel
          storeId={application.merchant_id}
          src={application.cover_url}
          onSaved={(cover_url) => void save({ ...application, cover_url })}
        />
        <Panel title="Changed your mind?" isPadded>
          <p className="mb-3 text-secondary">You can still change the application, or take it back.</p>
          <div className="flex flex-wrap gap-2">
            <Link
              to="/join/$merchantId"
              params={{ merchantId: storeId }}
              search={{ step: 'store' }}
              className={buttonClass()}
            >
              Change the application
            </Link>
            <Withdrawal application={application} />
          </div>
        </Panel>
      </PanelStack>
    </JoinFrame>
  );
}
