import { changeFirstSteps } from '@sokuwa/contract/joining/first-steps.endpoints.ts';
import type { FirstStep } from '@sokuwa/contract/joining/joining.rules.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Check, ChevronRight } from 'lucide-react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { canWrite, type StoreMembership } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { firstStepsQuery } from './first-steps.queries.ts';

type Step = {
  name: string;
  text: string;
  /** Undefined for what happens by itself; a text for an address of the shop. */
  link: ((storeId: string) => Pick<LinkProps, 'to' | 'params'>) | string | undefined;
};

const STEPS: Record<FirstStep, Step> = {
  verified_email: {
    name: 'Confirm your email address',
    text: 'Open the link in the mail that the shop has sent you.',
    link: '/profile',
  },
  second_factor: {
    name: 'Protect your sign-in',
    text: 'A passkey or an authenticator app keeps your money safe.',
    link: () => ({ to: '/account' }),
  },
  store_details: {
    name: 'Say where you are',
    text: 'The place that shoppers see, and the address for mails.',
    link: (storeId) => ({ to: '/store/$storeId/settings', params: { storeId } }),
  },
  cover: {
    name: 'Add a cover',
    text: 'A wide picture of what you sell.',
    link: (storeId) => ({ to: '/store/$storeId/settings', params: { storeId } }),
  },
  bank_account: {
    name: 'Enter your bank account',
    text: 'Payouts go there.',
    link: (storeId) => ({ to: '/store/$storeId/payouts', params: { storeId } }),
  },
  first_product: {
    name: 'Add your first product',
    text: 'With two pictures; shoppers trust what they see from two sides.',
    link: (storeId) => ({ to: '/store/$storeId/products/new', params: { storeId } }),
  },
  first_order: {
    name: 'Ship your first order',
    text: 'It appears here as soon as it is paid.',
    link: undefined,
  },
};

/** The first steps of a new store, until they are done or put away. Nothing while they are loading. */
export function FirstStepsPanel({ store }: { store: StoreMembership }) {
  const { merchant_id: storeId } = store;
  const queryClient = useQueryClient();
  const { data } = useQuery(firstStepsQuery(storeId));
  const dismiss = useMutation({
    mutationFn: (is_dismissed: boolean) => getStoreApi(storeId).call(changeFirstSteps, { body: { is_dismissed } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(firstStepsQuery(storeId).queryKey, changed);
      if (changed.is_dismissed) toast.undoable('The first steps are put away.', () => dismiss.mutate(false));
    },
    onError: (error) => toast.error(describeError(error)),
  });
  if (!data || data.is_dismissed) return null;
  const open = data.steps.filter(({ is_done, is_needed }) => !is_done && is_needed);
  if (open.length === 0) return null;
  const doneCount = data.steps.filter(({ is_done }) => is_done).length;
  const next = open[0]?.step;
  return (
    <div className="mb-4">
      <Panel
        title="First steps"
        aside={
          <>
            <span className="text-muted text-xs">
              {doneCount} of {data.steps.length} done
            </span>
            {canWrite(store, 'store') && (
              <Button
                size="sm"
                variant="text"
                className="ml-auto"
                busy={dismiss.isPending}
                onClick={() => dismiss.mutate(true)}
              >
                Put away
                <span className="sr-only"> the first steps</span>
              </Button>
            )}
          </>
        }
      >
        <ol>
          {data.steps.map(({ step, is_done, is_needed }) => (
            <li key={step} className="border-line border-t">
              <StepRow step={step} storeId={storeId} isDone={is_done} isNeeded={is_needed} isNext={step === next} />
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function StepRow({
  step,
  storeId,
  isDone,
  isNeeded,
  isNext,
}: {
  step: FirstStep;
  storeId: number;
  isDone: boolean;
  isNeeded: boolean;
  isNext: boolean;
}) {
  const { name, text, link } = STEPS[step];
  const content = (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-6 shrink-0 place-items-center rounded-full',
          isDone ? 'bg-success text-white' : 'border border-control border-dashed',
        )}
      >
        {isDone && <Check className="size-3.5" />}
      </span>
      <span className="min-w-0 flex-1">
        <b className={cx('block font-semibold', isDone ? 'text-muted' : 'text-heading')}>
          {name}
          {!isNeeded && !isDone && <span className="font-normal text-muted"> recommended</span>}
          {isDone && <span className="sr-only">, done</span>}
        </b>
        {isNext && <span className="block text-secondary text-xs">{text}</span>}
      </span>
      {!isDone && link && <ChevronRight className="size-4.5 text-muted" />}
    </>
  );
  const className = 'flex min-h-(--row) items-center gap-3 px-4 py-2 text-body no-underline';
  if (isDone || link === undefined) return <span className={className}>{content}</span>;
  if (typeof link === 'string')
    return (
      <a href={link} className={cx(className, 'hover:bg-row-hover')}>
        {content}
      </a>
    );
  return (
    <Link {...link(String(storeId))} className={cx(className, 'hover:bg-row-hover')}>
      {content}
    </Link>
  );
}
