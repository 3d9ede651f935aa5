import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Link, useRouter } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { EntryDone } from './entry-page.tsx';

/** Milliseconds that a success is shown before the login comes (ACCOUNT-59, ACCOUNT-89). */
const LOGIN_REDIRECT = 2000;

/** What takes the form's place when only the login is left: that comes by itself, unless the visitor has gone elsewhere. */
export function LoginSoon({ title, children }: { title: string; children: ReactNode }) {
  const { history } = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => history.push('/login'), LOGIN_REDIRECT);
    return () => clearTimeout(timer);
  }, [history]);
  return (
    <EntryDone
      icon={<CircleCheck />}
      title={title}
      action={
        <Link to="/login" className={buttonClass()}>
          Log in
        </Link>
      }
    >
      {children}
    </EntryDone>
  );
}
