import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/state-panels.tsx';

/** A page whose code or data could not be loaded, or that failed. */
export function CrashPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="mx-auto max-w-120 px-(--gutter) py-16">
      <h1 className="sr-only">This page did not load</h1>
      <ErrorPanel what="This page" error={error} onRetry={() => void router.invalidate()} />
    </main>
  );
}

/** An address that is no page of the desk, or that this person does not work on. */
export function NotFoundPage() {
  return (
    <main className="mx-auto max-w-120 px-(--gutter) py-16">
      <h1 className="sr-only">Page not found</h1>
      <EmptyPanel
        picture="search"
        icon={MapPinOff}
        title="There is nothing here for you"
        action={
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            To my desk
          </Link>
        }
      >
        The address is wrong, or it belongs to a store that you do not work for.
      </EmptyPanel>
    </main>
  );
}
