import { iconButtonClass } from '@sokuwa/ui/icon-button.tsx';
import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

/** Goes back in history, or to Home if the visitor came from another site. */
export function BackLink({ className = iconButtonClass('outline') }: { className?: string }) {
  const router = useRouter();
  return (
    <Link
      to="/"
      preload={false}
      aria-label="Back"
      title="Back"
      className={className}
      onClick={(event) => {
        if (!router.history.canGoBack()) return;
        event.preventDefault();
        router.history.back();
      }}
    >
      <ArrowLeft className="size-5" />
    </Link>
  );
}
