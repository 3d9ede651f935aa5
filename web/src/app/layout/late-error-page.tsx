import { hydrateLate } from '@sokuwa/ui/late-hydration.tsx';
import type { ErrorComponentProps } from '@tanstack/react-router';

const Late = hydrateLate<ErrorComponentProps>(async () => (await import('./error-page.tsx')).ErrorPage);
export const loadErrorPage = Late.load;

/** The error page, loaded a few seconds after the first page (late-parts.tsx). Without its code, the message and a retry are shown. */
export const LateErrorPage = (props: ErrorComponentProps) => (
  <Late
    {...props}
    fallback={
      <div role="alert" className="px-4 py-16 text-center">
        <p>{props.error instanceof Error ? props.error.message : String(props.error)}</p>
        <button type="button" className="mt-4 underline" onClick={() => location.reload()}>
          Try Again
        </button>
      </div>
    }
  />
);
