import { logIn } from '@sokuwa/contract/account/account.endpoints.ts';
import { ApiError } from '@sokuwa/contract/api-client.ts';
import { brand } from '@sokuwa/contract/brand.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { EmailField } from '@sokuwa/ui/email-field.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { type FormErrors, getText, useForm } from '@sokuwa/ui/use-form.ts';
import { Link } from '@tanstack/react-router';
import { useApi } from '../lib/app-context.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';
import { describeLoginError } from './account-texts.ts';
import { FormPage, FormPageError, FormPageHeading, formPageLinkClass } from './form-page.tsx';
import { GoogleSignIn } from './google-sign-in.tsx';
import { type MergeGuestData, startSession } from './start-session.ts';
import { useRedirectWhenSignedIn } from './use-redirect-when-signed-in.ts';

/** The login page. @param next path to return to */
export function LoginPage({ next, mergeGuestData }: { next: string | undefined; mergeGuestData: MergeGuestData }) {
  useRedirectWhenSignedIn(next);
  return (
    <FormPage
      foot={
        <>
          Your guest cart moves with you when you sign in.{' '}
          <Link to="/product/shopping/cart" className={formPageLinkClass}>
            Back to cart
          </Link>
        </>
      }
    >
      <FormPageHeading title="Welcome back">Sign in to check out, track orders and talk to sellers.</FormPageHeading>
      <LoginForm next={next} mergeGuestData={mergeGuestData} />
      <GoogleSignIn next={next} />
      <p className="mt-6">
        New to {brand.name}?{' '}
        <Link to="/register" search={readReturnSearch({ next })} className={formPageLinkClass}>
          Create an account
        </Link>
      </p>
    </FormPage>
  );
}

function LoginForm({ next, mergeGuestData }: { next: string | undefined; mergeGuestData: MergeGuestData }) {
  const api = useApi();
  const { form, errors, failure, busy } = useForm(async (values): Promise<FormErrors | undefined> => {
    const email = getText(values, 'email').trim();
    const password = getText(values, 'password');
    const fields = {
      ...(email === '' && { email: 'Enter your email address' }),
      ...(password === '' && { password: 'Enter your password' }),
    };
    if (Object.keys(fields).length > 0) return { fields };
    try {
      const error = await startSession(
        await api.call(logIn, { body: { email, password } }),
        'Login successful',
        mergeGuestData,
      );
      return error === undefined ? undefined : { failure: <FormPageError>{error}</FormPageError> };
    } catch (error) {
      return { failure: <LoginError error={error} email={email} next={next} /> };
    }
  });
  return (
    <form {...form} className="mt-7 grid gap-5">
      <EmailField error={errors.email} />
      <div className="relative">
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          aria-required
          error={errors.password}
        />
        {/* After the field in tab order, beside the label on screen. */}
        <Link
          to="/forgot-password"
          search={readReturnSearch({ next })}
          className={`${textLinkClass} absolute -top-3 right-0 inline-flex min-h-11 items-center text-sm`}
        >
          Forgot password?
        </Link>
      </div>
      {failure}
      <Button type="submit" size="lg" block busy={busy}>
        Sign In
      </Button>
    </form>
  );
}

function LoginError({ error, email, next }: { error: unknown; email: string; next: string | undefined }) {
  return (
    <FormPageError title="Authentication failed">
      <p>{describeLoginError(error)}</p>
      {error instanceof ApiError && error.code === 'email_not_verified' && (
        <p>
          <Link to="/confirm-email" search={readReturnSearch({ next })} state={{ email }} className={textLinkClass}>
            Send the mail again
          </Link>
        </p>
      )}
    </FormPageError>
  );
}
