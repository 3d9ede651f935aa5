import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Link, useRouter } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { FormPageSuccess } from './form-page.tsx';

/** Time between the success and the redirect (ACCOUNT-59, ACCOUNT-89). */
const LOGIN_REDIRECT_DELAY_MS = 2000;

/** Shown after success, before the redirect to the login page. */
export function RedirectToLogin({ title, children }: { title: string; children: ReactNode }) {
  const { history } = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => history.push('/login'), LOGIN_REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [history]);
  return (
    <FormPageSuccess
      icon={<CircleCheck />}
      title={title}
      action={
        <Link to="/login" className={buttonClass()}>
          Log in
        </Link>
      }
    >
      {children}
    </FormPageSuccess>
  );
}
