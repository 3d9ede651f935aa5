import { ApiError } from '@sokuwa/contract/api-client.ts';
import { unsubscribeFromSavedMails } from '@sokuwa/contract/saved/saved.endpoints.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { MailX } from 'lucide-react';
import { useState } from 'react';
import { FormPage, FormPageError, FormPageHeading, FormPageSuccess } from '../account/index.ts';
import { useApi } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { describeError } from '../lib/refusal-texts.ts';
import { useAction } from './use-action.ts';

/** The target of the link in mails about saved items (SAVED-12). It unsubscribes only on a press, since mail scanners open links. */
export function UnsubscribePage({ token }: { token: string }) {
  const api = useApi();
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  const stop = useAction(async () => {
    try {
      await api.call(unsubscribeFromSavedMails, { params: { token } });
      setDone(true);
    } catch (error) {
      const isInvalidLink = error instanceof ApiError && error.code === 'link_invalid';
      setFailure(isInvalidLink ? 'This link is not valid.' : describeError(error));
    }
  });
  return (
    <FormPage>
      {done ? (
        <FormPageSuccess
          icon={<MailX />}
          title="No more emails"
          action={
            <PageLink path="/" className={buttonClass()}>
              Return Home
            </PageLink>
          }
        >
          <p role="status">
            You will get no more emails about your saved items. You can turn them on again on your Saved Items page.
          </p>
        </FormPageSuccess>
      ) : (
        <>
          <FormPageHeading title="Emails about saved items">
            We email you when something you saved is back in stock or cheaper.
          </FormPageHeading>
          <div className="mt-7 grid gap-5">
            {failure !== undefined && <FormPageError>{failure}</FormPageError>}
            <Button size="lg" block busy={stop.busy} onClick={stop.start}>
              Stop These Emails
            </Button>
          </div>
        </>
      )}
    </FormPage>
  );
}
