import { ApiError } from '@sokuwa/contract/api-client.ts';
import { proveDeskCode, signInToDesk } from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import type { DeskSession, Factor, SignInResult } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { FingerprintPattern, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Gate, OrLine } from '../app/layout/gate.tsx';
import { api } from '../lib/api.ts';
import { describeError, isRefusal } from '../lib/errors.ts';
import { sessionQuery } from '../lib/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import {
  canOfferInField,
  createPasskey,
  describeDevice,
  hasPasskeys,
  isCancelled,
  signInByPasskey,
} from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type Step = { name: 'password' } | { name: 'factor'; factors: readonly Factor[] } | { name: 'offer' };

/** Where a passkey was declined on this device: it is offered once. */
const OFFERED_KEY = 'desk-passkey-offered';

const linkClass = 'py-3 font-medium text-link underline-offset-2 hover:underline';

/** @param next the page to open afterwards, a path of the desk */
export function SignInPage({ next }: { next: string }) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  const queryClient = useQueryClient();
  const router = useRouter();

  const open = async (session: DeskSession) => {
    const isOperator = session.memberships.some(({ of }) => of === 'operator');
    if (isOperator && session.operators_need_second_factor && !session.has_second_factor)
      return router.navigate({ to: '/account' });
    // Only a path of the desk: the address could have been written by somebody else.
    return router.history.push(/^\/(?![/\\])/.test(next) ? `/desk${next}` : '/desk/');
  };
  const finish = async () => {
    queryClient.clear();
    const session = await queryClient.fetchQuery(sessionQuery);
    if (!session.has_second_factor && hasPasskeys() && localStorage.getItem(OFFERED_KEY) === null)
      setStep({ name: 'offer' });
    else await open(session);
  };
  const goOn = async ({ signed_in, factors }: SignInResult) => {
    if (signed_in) await finish();
    else setStep({ name: 'factor', factors });
  };

  if (step.name === 'offer')
    return <PasskeyOffer onDone={async () => open(await queryClient.ensureQueryData(sessionQuery))} />;
  if (step.name === 'factor')
    return <FactorStep factors={step.factors} onSignedIn={goOn} onRestart={() => setStep({ name: 'password' })} />;
  return <PasswordStep onSignedIn={goOn} />;
}

function PasswordStep({ onSignedIn }: { onSignedIn: (result: SignInResult) => Promise<unknown> }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '', password: '' } });
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  // The browser offers passkeys in the field of the email address, until the page is left or a button asks for one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the page
  useEffect(() => {
    let isLeft = false;
    void canOfferInField().then(async (canOffer) => {
      if (!canOffer || isLeft) return;
      try {
        const result = await signInByPasskey(true);
        if (!isLeft) await onSignedIn(result);
      } catch (error) {
        // The browser has given up, without anybody having asked for a passkey: the button still does.
        if (!isLeft && error instanceof ApiError) setFailure(describeError(error));
      }
    });
    return () => {
      isLeft = true;
    };
  }, []);

  const askForPasskey = async () => {
    setFailure(undefined);
    setAsking(true);
    try {
      await onSignedIn(await signInByPasskey());
    } catch (error) {
      if (!isCancelled(error)) setFailure(describeError(error));
    } finally {
      setAsking(false);
    }
  };
  const submit = handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await onSignedIn(await api.call(signInToDesk, { body: values }));
    } catch (error) {
      setFailure(describeError(error));
    }
  });

  return (
    <Gate title="Sign in to the desk" lead="With your account of the shop.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {failure && <Note tone="bad">{failure}</Note>}
        {hasPasskeys() && (
          <>
            <Button
              variant="primary"
              size="lg"
              block
              icon={<FingerprintPattern />}
              busy={isAsking}
              onClick={askForPasskey}
            >
              Sign in with a passkey
            </Button>
            <p className="-mt-2 text-center text-muted text-xs">
              Fingerprint, face or the code of this device. Nothing to type.
            </p>
            <OrLine>or with a password</OrLine>
          </>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username webauthn"
          inputMode="email"
          error={formState.errors.email?.message}
          {...register('email', { required: 'Enter your email address.' })}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password', { required: 'Enter your password.' })}
        />
        <Button type="submit" size="lg" block busy={formState.isSubmitting}>
          Continue
        </Button>
        <p>
          <a href="/forgot-password" className={linkClass}>
            Forgot your password?
          </a>
        </p>
      </form>
      <section aria-labelledby="new-here" className="mt-4 border-line border-t pt-4">
        <h2 id="new-here" className="text-base">
          New here?
        </h2>
        <p className="mt-1 text-secondary">
          Sell to shoppers at home and abroad. With an account of the shop you can open a store here; it costs nothing
          until you sell.
        </p>
        <p>
          <a href="/register" className={cx('inline-block', linkClass)}>
            Create an account
          </a>
        </p>
      </section>
    </Gate>
  );
}

function FactorStep({
  factors,
  onSignedIn,
  onRestart,
}: {
  factors: readonly Factor[];
  onSignedIn: (result: SignInResult) => Promise<unknown>;
  onRestart: () => void;
}) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(!factors.includes('totp') && !factors.includes('passkey'));
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { code: '' } });
  const hasCode = usesRecoveryCode || factors.includes('totp');

  const fail = (error: unknown) => {
    if (isRefusal(error, 'sign_in_expired')) onRestart();
    else if (!isCancelled(error)) setFailure(describeError(error));
  };
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await onSignedIn(await api.call(proveDeskCode, { body }));
    } catch (error) {
      reset();
      fail(error);
    }
  });
  const askForPasskey = async () => {
    setFailure(undefined);
    setAsking(true);
    try {
      await onSignedIn(await signInByPasskey());
    } catch (error) {
      fail(error);
    } finally {
      setAsking(false);
    }
  };

  return (
    <Gate
      title="Second step"
      lead={
        usesRecoveryCode
          ? 'Each of your ten recovery codes works once.'
          : 'Prove that it is you with something that you have.'
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {failure && <Note tone="bad">{failure}</Note>}
        {factors.includes('passkey') && (
          <Button
            variant="primary"
            size="lg"
            block
            icon={<FingerprintPattern />}
            busy={isAsking}
            onClick={askForPasskey}
          >
            Use a passkey
          </Button>
        )}
        {factors.includes('passkey') && hasCode && <OrLine>or with a code</OrLine>}
        {hasCode && (
          <>
            <TextField
              key={String(usesRecoveryCode)}
              label={usesRecoveryCode ? 'Recovery code' : 'Code from your authenticator app'}
              hint={usesRecoveryCode ? undefined : 'Six digits. It changes every 30 seconds.'}
              autoComplete="one-time-code"
              autoFocus
              {...(!usesRecoveryCode && { inputMode: 'numeric' as const })}
              error={formState.errors.code?.message}
              {...register('code', { required: 'Enter the code.' })}
            />
            <Button type="submit" size="lg" block busy={formState.isSubmitting}>
              Continue
            </Button>
          </>
        )}
        <p className="flex flex-wrap justify-between gap-x-4">
          {factors.includes('recovery_code') && !usesRecoveryCode && (
            <button type="button" className={linkClass} onClick={() => setUsesRecoveryCode(true)}>
              Use a recovery code
            </button>
          )}
          <button type="button" className={linkClass} onClick={onRestart}>
            Begin again
          </button>
        </p>
      </form>
    </Gate>
  );
}

/** Offers a passkey once after a sign-in with a password. */
function PasskeyOffer({ onDone }: { onDone: () => Promise<unknown> }) {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const decline = async () => {
    localStorage.setItem(OFFERED_KEY, 'true');
    await onDone();
  };
  const create = async () => {
    setFailure(undefined);
    setBusy(true);
    try {
      const { recovery_codes } = await createPasskey(describeDevice());
      await queryClient.invalidateQueries(sessionQuery);
      setCodes(recovery_codes);
    } catch (error) {
      if (!isCancelled(error)) setFailure(describeError(error));
    } finally {
      setBusy(false);
    }
  };

  if (codes)
    return (
      <Gate title="Keep these codes" lead="They open the desk if you lose this device. They are not shown again.">
        <RecoveryCodes codes={codes} />
        <Button variant="primary" size="lg" block className="mt-4" onClick={onDone}>
          I have kept them
        </Button>
      </Gate>
    );
  return (
    <Gate
      title="Make a passkey"
      lead="Next time you sign in with your fingerprint, your face or the code of this device."
    >
      <div className="flex flex-col gap-4">
        {failure && <Note tone="bad">{failure}</Note>}
        <Note icon={ShieldCheck}>
          A passkey cannot be guessed, stolen in a mail, or typed into a false page. Ten recovery codes follow, to print
          or save.
        </Note>
        <Button variant="primary" size="lg" block icon={<FingerprintPattern />} busy={isBusy} onClick={create}>
          Make a passkey
        </Button>
        <button type="button" className={buttonClass({ variant: 'text', size: 'lg', block: true })} onClick={decline}>
          Not now
        </button>
      </div>
    </Gate>
  );
}
