import { finishIdentityLogin } from '@sokuwa/contract/account/identity.endpoints.ts';
import type { IdentityAnswer } from '@sokuwa/contract/account/identity.schemas.ts';
import { Spinner } from '@sokuwa/ui/spinner.tsx';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { returnPath } from '../lib/login-redirect.ts';
import { googleFailure } from './account-texts.ts';
import { enter, type MergeGuestData } from './enter.ts';
import { EntryFailure, EntryHead, EntryPage, entryLinkClass } from './entry-page.tsx';
import { GoogleButton } from './google-sign-in.tsx';

/** The redirect page of the identity provider. @param answer the query parameters of the redirect */
export function GoogleReturnPage({
  answer,
  mergeGuestData,
}: {
  answer: IdentityAnswer;
  mergeGuestData: MergeGuestData;
}) {
  const { history } = useRouter();
  const api = useApi();
  const [failure, setFailure] = useState<ReactNode>();
  // The code can be used only once; effects may run twice.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const finish = async () => {
      const session = await api.call(finishIdentityLogin, { body: answer });
      const wrong = await enter(session, 'Google login successful', mergeGuestData);
      if (wrong === undefined) history.replace(returnPath(session.next));
      else setFailure(wrong);
    };
    finish().catch((error) => {
      const { text, why } = googleFailure(error);
      setFailure(
        <>
          <p>{text}</p>
          {why !== undefined && <p>{why}</p>}
        </>,
      );
    });
  }, [api, history, answer, mergeGuestData]);
  if (failure === undefined)
    return (
      <EntryPage>
        <EntryHead title="Signing you in" />
        <p role="status" className="mt-5 flex items-center gap-3 text-lg text-secondary">
          <Spinner className="size-6 text-link" />
          Google has answered. One moment…
        </p>
      </EntryPage>
    );
  return (
    <EntryPage>
      <EntryHead title="Sign in with Google" />
      <div className="mt-7 mb-5">
        <EntryFailure>{failure}</EntryFailure>
      </div>
      <GoogleButton next={undefined} />
      <p className="mt-5">
        <Link to="/login" className={entryLinkClass}>
          Back to Login
        </Link>
      </p>
    </EntryPage>
  );
}
