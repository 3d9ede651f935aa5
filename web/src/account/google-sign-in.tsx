import { beginIdentityLogin } from '@sokuwa/contract/account/identity.endpoints.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { type FormErrors, useForm } from '@sokuwa/ui/use-form.ts';
import { useApi, useAppContext } from '../lib/app-context.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';
import { FormPageError } from './form-page.tsx';
import { storeReturnPath } from './sign-in-return-path.ts';

/**
 * Sign-in with the identity provider. Renders nothing in a shop without a provider (ACCOUNT-32).
 * @param next path to return to
 */
export function GoogleSignIn({ next }: { next: string | undefined }) {
  const { site } = useAppContext();
  if (!site.hasIdentityProvider) return null;
  return (
    <>
      <p className="my-6 flex items-center gap-4 text-muted text-sm before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
        or
      </p>
      <GoogleButton next={next} />
    </>
  );
}

/** Redirects to the provider, which redirects back to `google-return-page.tsx`. */
export function GoogleButton({ next }: { next: string | undefined }) {
  const api = useApi();
  const { form, failure, busy } = useForm(async (): Promise<FormErrors | undefined> => {
    try {
      const { authorization_url } = await api.call(beginIdentityLogin, { query: readReturnSearch({ next }) });
      if (!/^https?:/.test(authorization_url)) throw new Error('The response has no valid authorization URL.');
      storeReturnPath(next);
      location.assign(authorization_url);
      return undefined;
    } catch {
      return { failure: <FormPageError>Google login failed. Please try again.</FormPageError> };
    }
  });
  return (
    <form {...form} className="grid gap-5">
      {failure}
      <Button type="submit" variant="secondary" block busy={busy} icon={<GoogleMark />}>
        Continue with Google
      </Button>
    </form>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
      <path
        fill="#4285F4"
        d="M23.5 12.3c0-.9-.1-1.5-.2-2.2H12v4.1h6.6a5.7 5.7 0 0 1-2.5 3.8v3h3.9c2.3-2.1 3.5-5.1 3.5-8.7Z"
      />
      <path
        fill="#34A853"
        d="M12 24c3.2 0 6-1.1 8-2.9l-3.9-3c-1.1.7-2.5 1.200-4.100 1.200-3.100 0-5.800-2.1-6.700-5H1.300v3.100A12 12 0 0 0 12 24Z"
      />
      <path fill="#FBBC05" d="M5.300 14.300a7.200 7.200 0 0 1 0-4.600V6.600h-4a12 12 0 0 0 0 10.800l4-3.100Z" />
      <path
        fill="#EA4335"
        d="M12 4.700c1.800 0 3.300.6 4.600 1.800l3.400-3.400A12 12 0 0 0 1.300 6.600l4 3.100c.9-2.9 3.600-5 6.700-5Z"
      />
    </svg>
  );
}
