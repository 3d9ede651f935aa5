import { Link, useLocation } from '@tanstack/react-router';
import { returnSearch } from '../account/login-address.ts';
import { buttonClass } from '../ui/button-class.ts';
import { textLinkClass } from '../ui/text-link.ts';

/** Writing to a seller takes an account: the way to one, and back. */
export function ContactSeller() {
  const search = returnSearch(useLocation({ select: ({ href }) => href }));
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="font-semibold text-heading text-lg">Sign in to contact this seller</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link to="/register" search={search} className={buttonClass()}>
          Create an account
        </Link>
        <Link to="/login" search={search} className={`inline-flex min-h-11 items-center ${textLinkClass}`}>
          Have an account? Log in
        </Link>
      </div>
    </div>
  );
}
