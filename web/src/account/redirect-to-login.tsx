import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Link, useRouter } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { loginUrl, readReturnSearch } from '../lib/login-redirect.ts';
import { FormPageSuccess } from './form-page.tsx';

/** Time between the success and the redirect (ACCOUNT-59, ACCOUNT-89). */
const LOGIN_REDIRECT_DELAY_MS = 2000;

/**
 * Shown after success, before the redirect to the login page.
 * @param next path to return to after the login
 */
export function RedirectToLogin({
  title,
  next,
  children,
}: {
  title: string;
  next: string | undefined;
  children: ReactNode;
}) {
  const { history } = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => history.push(loginUrl(next ?? '/')), LOGIN_REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [history, next]);
  return (
    <FormPageSuccess
      icon={<CircleCheck />}
      title={title}
      action={
        <Link to="/login" search={readReturnSearch({ next })} className={buttonClass()}>
          Log in
        </Link>
      }
    >
      {children}
    </FormPageSuccess>
  );
}
