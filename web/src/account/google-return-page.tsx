import { finishIdentityLogin } from '@sokuwa/contract/account/identity.endpoints.ts';
import type { IdentityCallback } from '@sokuwa/contract/account/identity.schemas.ts';
import { Spinner } from '@sokuwa/ui/spinner.tsx';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { readReturnSearch, returnPath } from '../lib/login-redirect.ts';
import { googleSignInError } from './account-texts.ts';
import { FormPage, FormPageError, FormPageHeading, formPageLinkClass } from './form-page.tsx';
import { GoogleButton } from './google-sign-in.tsx';
import { readReturnPath, storeReturnPath } from './sign-in-return-path.ts';
import { type MergeGuestData, startSession } from './start-session.ts';

/** The redirect page of the identity provider. @param callback the query parameters of the redirect */
export function GoogleReturnPage({
  callback,
  mergeGuestData,
}: {
  callback: IdentityCallback;
  mergeGuestData: MergeGuestData;
}) {
  const { history } = useRouter();
  const api = useApi();
  const [failure, setFailure] = useState<ReactNode>();
  // The code can be used only once; effects may run twice.
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    const finish = async () => {
      // Without a state no sign-in was started: the visitor opened the URL directly.
      if (callback.state === undefined) throw new Error('No sign-in was started.');
      const session = await api.call(finishIdentityLogin, { body: callback });
      const error = await startSession(session, 'Google login successful', mergeGuestData);
      if (error === undefined) {
        storeReturnPath(undefined);
        history.replace(returnPath(session.next));
      } else setFailure(error);
    };
    finish().catch((error) => {
      const { text, cause } = googleSignInError(error);
      setFailure(
        <>
          <p>{text}</p>
          {cause !== undefined && <p>{cause}</p>}
        </>,
      );
    });
  }, [api, history, callback, mergeGuestData]);
  if (failure === undefined)
    return (
      <FormPage>
        <FormPageHeading title="Signing you in" />
        <p role="status" className="mt-5 flex items-center gap-3 text-lg text-secondary">
          <Spinner className="size-6 text-link" />
          Google confirmed your sign-in. One moment…
        </p>
      </FormPage>
    );
  const next = readReturnPath();
  return (
    <FormPage>
      <FormPageHeading title="Sign in with Google" />
      <div className="mt-7 mb-5">
        <FormPageError>{failure}</FormPageError>
      </div>
      <GoogleButton next={next} />
      <p className="mt-5">
        <Link to="/login" search={readReturnSearch({ next })} className={formPageLinkClass}>
          Back to Login
        </Link>
      </p>
    </FormPage>
  );
}
