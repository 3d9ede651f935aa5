import { LinkButton } from '../ui/button.tsx';
import { textLinkClass } from '../ui/text-link.ts';

/** Writing to a seller takes an account: the way to one. */
export function ContactSeller() {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="font-semibold text-heading text-lg">Sign in to contact this seller</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <LinkButton href="/register">Create an account</LinkButton>
        <a href="/login" className={`inline-flex min-h-11 items-center ${textLinkClass}`}>
          Have an account? Log in
        </a>
      </div>
    </div>
  );
}
