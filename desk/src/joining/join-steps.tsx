import {
  acceptMerchantTerms,
  changeApplication,
  createApplication,
  submitApplication,
  withdrawApplication,
} from '@sokuwa/contract/joining/joining.endpoints.ts';
import { DESCRIPTION_MAX, REGISTRATION_NUMBER_MAX, STORE_NAME_MAX } from '@sokuwa/contract/joining/joining.rules.ts';
import type { Application } from '@sokuwa/contract/joining/joining.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check, CircleCheck, Landmark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { removeDraft, useFormDraft, withDraft } from '../lib/drafts.ts';
import { describeError, isRefusal } from '../lib/errors.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { formatCount, formatDay } from '../lib/format.ts';
import { sessionQuery } from '../lib/session.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { BankAccountForm, nameBank } from '../payouts/index.ts';
import { categoriesQuery } from '../products/index.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Choice, labelClass, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { type JoinStep, nameProductCount, PARTS, PRODUCT_COUNTS, stepBefore, toProductCount } from './join.rules.ts';
import {
  applicationQuery,
  applicationsQuery,
  countriesQuery,
  merchantTermsQuery,
  storeNameQuery,
} from './joining.queries.ts';

/** The key of a step's draft on this device; each application has its own. */
const draftKeyOf = (step: JoinStep, application: Application | undefined): string =>
  `application ${application?.merchant_id ?? 'new'} ${step}`;

/** Puts a changed application into the cache, and reads again what depends on it. */
export const useSaveApplication = () => {
  const queryClient = useQueryClient();
  return async (changed: Application): Promise<void> => {
    queryClient.setQueryData(applicationQuery(changed.merchant_id).queryKey, changed);
    await Promise.all([
      queryClient.invalidateQueries({ ...applicationsQuery, exact: true }),
      // The pages of the store read it before they are opened, also if no page shows it now.
      queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }),
    ]);
  };
};

/** The buttons below a step. */
function StepButtons({
  step,
  application,
  children,
}: {
  step: JoinStep;
  application: Application | undefined;
  children: ReactNode;
}) {
  const before = stepBefore(step);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      {application && before ? (
        <Link
          to="/join/$merchantId"
          params={{ merchantId: String(application.merchant_id) }}
          search={{ step: before }}
          className={buttonClass()}
        >
          Back
        </Link>
      ) : (
        <span />
      )}
      {children}
    </div>
  );
}

type StoreValues = {
  store_name: string;
  country: string;
  place: string;
  phone: string;
  email: string;
  registration_number: string;
};
const STORE_FIELDS = ['store_name', 'country', 'place', 'phone', 'email', 'registration_number'] as const;

/** @param application undefined to begin one */
export function StoreStep({
  application,
  onDone,
}: {
  application: Application | undefined;
  onDone: (saved: Application) => void;
}) {
  const save = useSaveApplication();
  const countries = useQuery(countriesQuery);
  const draftKey = draftKeyOf('store', application);
  const form = useForm<StoreValues>({
    defaultValues: withDraft(draftKey, {
      store_name: application?.store_name ?? '',
      country: application?.country ?? 'NG',
      place: application?.place ?? '',
      phone: application?.phone ?? '',
      email: application?.email ?? '',
      registration_number: application?.registration_number ?? '',
    }),
  });
  useFormDraft(form, draftKey);
  const { register, handleSubmit, setError, watch, formState } = form;
  const { errors } = formState;
  const [checkedName, setCheckedName] = useState(() => watch('store_name').trim());
  const [, checkSoon] = useDebouncedSearch(checkedName, setCheckedName);
  const submit = handleSubmit(async ({ email, ...values }) => {
    try {
      // A new application has the address of the account until another one is written.
      const body = { ...values, ...((email !== '' || application) && { email }) };
      const saved = application
        ? await api.call(changeApplication, { params: { merchantId: application.merchant_id }, body })
        : await api.call(createApplication, { body });
      removeDraft(draftKey);
      await save(saved);
      onDone(saved);
    } catch (error) {
      if (isRefusal(error, 'store_name_taken'))
        setError('store_name', { message: describeError(error) }, { shouldFocus: true });
      else if (isRefusal(error, 'phone_invalid'))
        setError('phone', { message: describeError(error) }, { shouldFocus: true });
      else applyFieldErrors(error, setError, STORE_FIELDS);
    }
  });
  return (
    <form onSubmit={submit} noValidate>
      <Panel title="Your store" titleHidden isPadded>
        <div className="flex flex-col gap-4">
          {errors.root && <Note tone="bad">{errors.root.message}</Note>}
          <div>
            <TextField
              label="Name of the store"
              autoComplete="organization"
              maxLength={STORE_NAME_MAX}
              error={errors.store_name?.message}
              {...register('store_name', {
                required: 'Write the name of the store.',
                onChange: ({ target }) => checkSoon(target.value),
              })}
            />
            <NameCheck name={checkedName} ownName={application?.store_name} />
          </div>
          <div className="grid gap-4 lg:grid-cols-2">
            <SelectField
              label="Country"
              autoComplete="country"
              options={
                countries.data?.map(({ country_code, country_name }) => ({
                  value: country_code,
                  label: country_name,
                })) ?? [{ value: watch('country'), label: 'Loading the countries' }]
              }
              // The browser shows the stored value only when its option is there.
              key={countries.data ? 'loaded' : 'loading'}
              error={errors.country?.message}
              {...register('country')}
            />
            <TextField
              label="Place"
              autoComplete="address-level2"
              hint="Town and country, as shoppers will see them: Kano, Nigeria"
              error={errors.place?.message}
              {...register('place', { required: 'Write the town and the country.' })}
            />
          </div>
          <div className="grid gap-4 lg:grid-cols-2">
            <TextField
              label="Phone"
              type="tel"
              autoComplete="tel"
              hint="For us, not for shoppers"
              error={errors.phone?.message}
              {...register('phone', { required: 'Write a phone number.' })}
            />
            <TextField
              label="Email"
              type="email"
              autoComplete="email"
              optional={application === undefined}
              hint={application ? 'New orders and messages are mailed there.' : 'Empty: that of your account'}
              error={errors.email?.message}
              {...register('email', { required: application ? 'Write an email address.' : false })}
            />
          </div>
          <TextField
            label="Registration number"
            optional
            autoComplete="off"
            maxLength={REGISTRATION_NUMBER_MAX}
            hint="If the business has one"
            error={errors.registration_number?.message}
            {...register('registration_number')}
          />
        </div>
      </Panel>
      <StepButtons step="store" application={application}>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          Continue to what you sell
        </Button>
      </StepButtons>
    </form>
  );
}

/** Says while a name is typed whether it is free. */
function NameCheck({ name, ownName }: { name: string; ownName: string | undefined }) {
  const check = useQuery(storeNameQuery(name));
  const isAsked = name !== '' && name !== ownName && check.data?.name === name;
  return (
    <p role="status" className="mt-1 text-xs">
      {isAsked && check.data?.is_free && (
        <span className="flex items-center gap-1.5 text-success">
          <Check className="size-4" />
          This name is free.
        </span>
      )}
      {isAsked && check.data?.is_free === false && (
        <span className="text-danger">There is a store with this name already.</span>
      )}
    </p>
  );
}

type GoodsValues = { description: string; expected_products: string; categories: string };

/** What the store sells. */
export function GoodsStep({ application, onDone }: { application: Application; onDone: (saved: Application) => void }) {
  const save = useSaveApplication();
  const kinds = useQuery(categoriesQuery);
  const draftKey = draftKeyOf('goods', application);
  const form = useForm<GoodsValues>({
    defaultValues: withDraft(draftKey, {
      description: application.description,
      expected_products: toProductCount(application.expected_products),
      // As one text, because drafts store the values of text fields.
      categories: application.categories.map(({ id }) => id).join(','),
    }),
  });
  useFormDraft(form, draftKey);
  const { register, handleSubmit, setError, setValue, watch, formState } = form;
  const { errors } = formState;
  const chosen = watch('categories').split(',').filter(Boolean).map(Number);
  const submit = handleSubmit(async ({ description, expected_products, categories }) => {
    const body = {
      description,
      expected_products: expected_products === '' ? null : Number(expected_products),
      categories: categories.split(',').filter(Boolean).map(Number),
    };
    try {
      const saved = await api.call(changeApplication, { params: { merchantId: application.merchant_id }, body });
      removeDraft(draftKey);
      await save(saved);
      onDone(saved);
    } catch (error) {
      applyFieldErrors(error, setError, ['categories', 'description', 'expected_products']);
    }
  });
  return (
    <form onSubmit={submit} noValidate>
      <Panel title="What you sell" titleHidden isPadded>
        <div className="flex flex-col gap-4">
          {errors.root && <Note tone="bad">{errors.root.message}</Note>}
          <fieldset>
            <legend className={labelClass}>Kinds of goods</legend>
            {kinds.isPending && <LoadingRows label="Loading the kinds of goods" count={1} />}
            {kinds.isError && !kinds.data && (
              <ErrorPanel what="The kinds of goods" error={kinds.error} onRetry={() => void kinds.refetch()} />
            )}
            <div className="flex flex-wrap gap-2">
              {kinds.data?.map(({ id, name }) => (
                <label
                  key={id}
                  className="flex h-(--ctl) cursor-pointer items-center gap-1.5 rounded-full border border-control bg-surface px-3 hover:bg-row-hover has-checked:border-action has-checked:bg-action-quiet has-checked:font-semibold has-checked:text-action has-focus-visible:outline-3 has-focus-visible:outline-focus"
                >
                  <input
                    type="checkbox"
                    className="sr-only"
                    checked={chosen.includes(id)}
                    onChange={({ target }) =>
                      setValue(
                        'categories',
                        (target.checked ? [...chosen, id] : chosen.filter((other) => other !== id)).join(','),
                        { shouldDirty: true, shouldValidate: formState.isSubmitted },
                      )
                    }
                  />
                  {chosen.includes(id) && <Check className="size-4" />}
                  {name}
                </label>
              ))}
            </div>
            <input type="hidden" {...register('categories', { required: 'Choose one kind of goods or more.' })} />
            <p role="status" className="mt-1 font-medium text-danger text-xs">
              {errors.categories?.message}
            </p>
          </fieldset>
          <TextArea
            label="In a sentence"
            maxLength={DESCRIPTION_MAX}
            hint={`What it is, and where it comes from. ${formatCount(watch('description').length)} of ${DESCRIPTION_MAX} letters`}
            error={errors.description?.message}
            {...register('description', { required: 'Write a sentence about what you sell.' })}
          />
          <SelectField
            label="About how many products?"
            options={[{ value: '', label: 'Choose' }, ...PRODUCT_COUNTS]}
            error={errors.expected_products?.message}
            {...register('expected_products', { required: 'Choose about how many products you will have.' })}
          />
        </div>
      </Panel>
      <StepButtons step="goods" application={application}>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          Continue to the bank account
        </Button>
      </StepButtons>
    </form>
  );
}

/** Where the store is paid. The bank says whose account it is, and the applicant that it is theirs. */
export function BankStep({ application, onDone }: { application: Application; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [isEntering, setEntering] = useState(false);
  const account = application.bank_account;
  return (
    <>
      <Panel title="Bank account" titleHidden isPadded>
        {account && !isEntering ? (
          <div className="flex flex-col gap-4">
            <Note tone="good" icon={CircleCheck}>
              The bank knows this account as <b className="wrap-anywhere font-semibold">{account.account_name}</b>.
            </Note>
            <p className="flex items-center gap-3">
              <Landmark className="size-4.5 text-muted" />
              {nameBank(account.bank_code)} ••••••{account.last_digits}
            </p>
            <div>
              <Button onClick={() => setEntering(true)}>Use another account</Button>
            </div>
          </div>
        ) : (
          <BankAccountForm
            storeId={application.merchant_id}
            {...(account && { cancel: <Button onClick={() => setEntering(false)}>Keep the account</Button> })}
            onSaved={() => {
              setEntering(false);
              void queryClient.invalidateQueries(applicationQuery(application.merchant_id));
            }}
          />
        )}
      </Panel>
      <StepButtons step="bank" application={application}>
        {account && !isEntering && (
          <Button variant="primary" onClick={onDone}>
            That is mine: continue
          </Button>
        )}
      </StepButtons>
    </>
  );
}

/** The whole text of the terms, and its acceptance. */
export function TermsStep({ application, onDone }: { application: Application; onDone: (saved: Application) => void }) {
  const save = useSaveApplication();
  const terms = useQuery(merchantTermsQuery);
  const isAccepted = application.terms !== null && application.terms.version === terms.data?.version;
  const [isChecked, setChecked] = useState(isAccepted);
  const accept = useMutation({
    mutationFn: (version: string) =>
      api.call(acceptMerchantTerms, { params: { merchantId: application.merchant_id }, body: { version } }),
    onSuccess: async (saved) => {
      await save(saved);
      onDone(saved);
    },
    onError: (error) => {
      if (!isRefusal(error, 'terms_outdated')) return;
      setChecked(false);
      void terms.refetch();
    },
  });
  return (
    <>
      <Panel title="Terms for merchants" titleHidden isPadded={terms.data !== undefined}>
        {terms.isPending && <LoadingRows label="Loading the terms" />}
        {terms.isError && !terms.data && (
          <ErrorPanel what="The terms" error={terms.error} onRetry={() => void terms.refetch()} />
        )}
        {terms.data && (
          <>
            {accept.error && (
              <Note tone="bad" className="mb-4">
                {describeError(accept.error)}
              </Note>
            )}
            <div className="flex flex-col gap-4">
              {terms.data.sections.map(({ heading, paragraphs }) => (
                <section key={heading}>
                  <h2 className="text-base">{heading}</h2>
                  {paragraphs.map((paragraph) => (
                    <p key={paragraph} className="mt-1.5 max-w-prose">
                      {paragraph}
                    </p>
                  ))}
                </section>
              ))}
            </div>
            <div className="mt-5 border-line border-t pt-2">
              <Choice
                label={
                  <>
                    I accept these terms for <b className="wrap-anywhere font-semibold">{application.store_name}</b>
                  </>
                }
                hint={`Version ${terms.data.version}`}
                checked={isChecked || isAccepted}
                disabled={isAccepted}
                onChange={({ target }) => setChecked(target.checked)}
              />
              {isAccepted && application.terms && (
                <p className="text-muted text-xs">
                  You have accepted them on {formatDay(application.terms.accepted_at)}.
                </p>
              )}
            </div>
          </>
        )}
      </Panel>
      <StepButtons step="terms" application={application}>
        <Button
          variant="primary"
          busy={accept.isPending}
          disabled={!terms.data || (!isChecked && !isAccepted)}
          onClick={() => {
            if (isAccepted) onDone(application);
            else if (terms.data) accept.mutate(terms.data.version);
          }}
        >
          {isAccepted ? 'Continue' : 'Accept and continue'}
        </Button>
      </StepButtons>
    </>
  );
}

const orMissing = (text: string | null | undefined): string => text || 'Missing';

/** Everything once more, and the button that sends it. */
export function CheckStep({ application, onSent }: { application: Application; onSent: () => void }) {
  const save = useSaveApplication();
  const { merchant_id: merchantId, missing, bank_account, terms } = application;
  const submit = useMutation({
    mutationFn: () => api.call(submitApplication, { params: { merchantId } }),
    onSuccess: async (saved) => {
      await save(saved);
      onSent();
    },
  });
  return (
    <>
      {submit.error && (
        <Note tone="bad" className="mb-3">
          {describeError(submit.error)}
        </Note>
      )}
      {missing.length > 0 && (
        <Note tone="warning" className="mb-3">
          Still missing:
          <ul className="mt-1 flex flex-col">
            {missing.map((part) => (
              <li key={part}>
                <Link
                  to="/join/$merchantId"
                  params={{ merchantId: String(merchantId) }}
                  search={{ step: PARTS[part].step }}
                  className="inline-flex min-h-11 items-center font-semibold text-link lg:min-h-8"
                >
                  {PARTS[part].name}
                </Link>
              </li>
            ))}
          </ul>
        </Note>
      )}
      <Panel title="Your application" titleHidden isPadded>
        <Facts isLeft>
          <FactRow name="Store">{application.store_name}</FactRow>
          <FactRow name="Place">{orMissing(application.place)}</FactRow>
          <FactRow name="Phone">{orMissing(application.phone)}</FactRow>
          <FactRow name="Email">{orMissing(application.email)}</FactRow>
          <FactRow name="Registration number">{application.registration_number ?? 'None'}</FactRow>
          <FactRow name="Kinds of goods">
            {orMissing(application.categories.map(({ name }) => name).join(', '))}
          </FactRow>
          <FactRow name="In a sentence">{orMissing(application.description)}</FactRow>
          <FactRow name="Products">{orMissing(nameProductCount(application.expected_products))}</FactRow>
          <FactRow name="Bank account">
            {bank_account
              ? `${nameBank(bank_account.bank_code)} ••${bank_account.last_digits}, ${bank_account.account_name}`
              : 'Missing'}
          </FactRow>
          <FactRow name="Terms">{terms ? `Accepted on ${formatDay(terms.accepted_at)}` : 'Missing'}</FactRow>
        </Facts>
      </Panel>
      <StepButtons step="check" application={application}>
        <div className="flex flex-wrap gap-3">
          <Withdrawal application={application} />
          <Button
            variant="primary"
            busy={submit.isPending}
            disabled={missing.length > 0}
            onClick={() => submit.mutate()}
          >
            Send the application
          </Button>
        </div>
      </StepButtons>
    </>
  );
}

/** Deletes the draft store, after a question. */
export function Withdrawal({ application: { merchant_id, store_name } }: { application: Application }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => api.call(withdrawApplication, { params: { merchantId: merchant_id } }),
    onSuccess: async () => {
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (session) =>
          session && {
            ...session,
            memberships: session.memberships.filter(
              (place) => place.of !== 'merchant' || place.merchant_id !== merchant_id,
            ),
          },
      );
      await navigate({ to: '/choose' });
      queryClient.removeQueries(applicationQuery(merchant_id));
      await queryClient.invalidateQueries(applicationsQuery);
      toast.success(`${store_name} is deleted.`);
    },
  });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete this store
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Delete ${store_name}?`}
          keepLabel="Keep it"
          confirmLabel="Delete this store"
          isDanger
          isBusy={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() => withdraw.mutate()}
          onClose={() => setOpen(false)}
        >
          The application is deleted with everything that you have prepared: products, pictures, bank account and team.
          This is final.
        </ConfirmDialog>
      )}
    </>
  );
}
