import { brand } from '@sokuwa/contract/brand.ts';
import type { Application } from '@sokuwa/contract/joining/joining.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Link } from '@tanstack/react-router';
import { Check, CircleX, FileClock, type LucideIcon, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { isStepDone, JOIN_STEPS, type JoinStep, STEP_NAMES } from './join.rules.ts';

/** The page around the steps of an application: what is entered on the left, the store so far and what comes next on the right. */
export function JoinFrame({
  application,
  step,
  title,
  lead,
  children,
}: {
  /** Undefined before the first step is saved. */
  application: Application | undefined;
  /** Undefined after it was sent. */
  step: JoinStep | undefined;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-h-dvh">
      <header className="flex h-14 items-center gap-3 border-line border-b bg-surface px-(--gutter)">
        <a href="/" className="flex items-center">
          <img src="/brand/logo.svg" alt={`${brand.name}, to the shop`} width="117" height="28" />
        </a>
        <Link to="/choose" className={cx(buttonClass({ variant: 'text' }), 'ml-auto')}>
          {step === undefined ? 'Your desks' : 'Finish later'}
        </Link>
      </header>
      <main id="main" className="mx-auto max-w-264 px-(--gutter) pt-5 pb-16">
        {step && <Steps application={application} step={step} />}
        <Columns>
          <div>
            <h1 className="text-[1.75rem] leading-8 tracking-[-0.02em]">{title}</h1>
            <p className="mt-1 mb-4 text-secondary">{lead}</p>
            {children}
          </div>
          <PanelStack className="lg:mt-0">
            {application && <SoFar application={application} />}
            <WhatComesNext application={application} />
          </PanelStack>
        </Columns>
      </main>
    </div>
  );
}

/** The steps as a row; on phones only the current one has its name. */
function Steps({ application, step }: { application: Application | undefined; step: JoinStep }) {
  return (
    <nav aria-label="Steps of the application" className="mb-5">
      <ol className="flex gap-1.5">
        {JOIN_STEPS.map((name, index) => {
          const isCurrent = name === step;
          const isDone = application !== undefined && isStepDone(application, name);
          const text = (
            <>
              {isCurrent && `${index + 1} of ${JOIN_STEPS.length}: `}
              {STEP_NAMES[name]}
              {isDone && <span className="sr-only">, done</span>}
            </>
          );
          return (
            <li
              key={name}
              className={cx(
                'min-w-0 flex-1 border-t-3 text-xs',
                isCurrent ? 'border-action max-lg:flex-[3.4]' : isDone ? 'border-success' : 'border-line-strong',
              )}
              aria-current={isCurrent ? 'step' : undefined}
            >
              {application && !isCurrent ? (
                <Link
                  to="/join/$merchantId"
                  params={{ merchantId: String(application.merchant_id) }}
                  search={{ step: name }}
                  className={cx(
                    'block min-h-11 truncate py-1.5 no-underline hover:underline max-lg:text-transparent',
                    isDone ? 'text-success' : 'text-muted',
                  )}
                >
                  {text}
                </Link>
              ) : (
                <span
                  className={cx(
                    'block min-h-11 truncate py-1.5',
                    isCurrent ? 'font-semibold text-heading' : 'text-muted max-lg:text-transparent',
                  )}
                >
                  {text}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const STATE_BADGES: Record<Application['state'], [tone: BadgeTone, icon: LucideIcon, text: string]> = {
  draft: ['neutral', Pencil, 'Draft'],
  applied: ['waiting', FileClock, 'Applied'],
  declined: ['wrong', CircleX, 'Declined'],
  approved: ['done', Check, 'Approved'],
};

function SoFar({ application: { state, store_name, place, description, cover_url } }: { application: Application }) {
  const [tone, icon, text] = STATE_BADGES[state];
  return (
    <Panel
      title="Your store so far"
      hasCorner
      isPadded
      aside={
        <Badge tone={tone} icon={icon}>
          {text}
        </Badge>
      }
    >
      {cover_url === null ? (
        <div aria-hidden="true" className="placeholder-pattern aspect-5/2 w-full rounded-[12px_12px_32px_12px]" />
      ) : (
        <img src={cover_url} alt="" className="aspect-5/2 w-full rounded-[12px_12px_32px_12px] object-cover" />
      )}
      <p className="mt-3 flex items-center gap-2.5">
        <StoreMark name={store_name} size="md" />
        <span className="min-w-0">
          <b className="wrap-anywhere block font-semibold text-heading">{store_name}</b>
          <span className="wrap-anywhere block text-muted text-xs">{place || 'No place yet'}</span>
        </span>
      </p>
      <p className="wrap-anywhere mt-2 text-secondary text-xs">
        {description} {state !== 'approved' && 'Nobody else sees it yet.'}
      </p>
    </Panel>
  );
}

const NEXT: readonly [name: string, text: string][] = [
  ['Apply', 'A few minutes. Each step is saved.'],
  ['A person looks at it', 'You get the answer by mail.'],
  ['Prepare your store meanwhile', 'Nobody sees your products until you are approved.'],
  ['Open', 'A first product with two pictures, and shoppers find you.'],
];

function WhatComesNext({ application }: { application: Application | undefined }) {
  const isSent = application?.state === 'applied';
  return (
    <Panel title="What comes next">
      <ol>
        {NEXT.map(([name, text], index) => {
          const isDone = index === 0 && isSent;
          return (
            <li key={name} className="flex items-start gap-3 border-line border-t px-4 py-3">
              <span
                aria-hidden="true"
                className={cx(
                  'grid size-6 shrink-0 place-items-center rounded-full text-2xs',
                  isDone ? 'bg-success text-white' : 'border border-control border-dashed text-muted',
                )}
              >
                {isDone ? <Check className="size-3.5" /> : index + 1}
              </span>
              <span>
                <b className="block font-semibold text-heading">
                  {name}
                  {isDone && <span className="sr-only">, done</span>}
                </b>
                <span className="block text-muted text-xs">{text}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
