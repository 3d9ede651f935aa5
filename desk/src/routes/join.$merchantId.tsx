import { createFileRoute } from '@tanstack/react-router';
import { ApplicationPage, JOIN_STEPS, type JoinStep } from '../joining/index.ts';

export const Route = createFileRoute('/join/$merchantId')({
  validateSearch: ({ step }: Record<string, unknown>): { step?: JoinStep | undefined } => ({
    step: JOIN_STEPS.find((name) => name === step),
  }),
  component: Application,
});

function Application() {
  const { merchantId } = Route.useParams();
  const { step } = Route.useSearch();
  return <ApplicationPage key={merchantId} merchantId={Number(merchantId)} step={step} />;
}
