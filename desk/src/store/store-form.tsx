import { MAX_HANDLING_DAYS, MAX_HOLIDAY_NOTE, MAX_STORE_TEXT } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { changeStore } from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import type { Store } from '@sokuwa/contract/catalog/merchant-store.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { CalendarClock, Sun, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form';
import { getStoreApi } from '../lib/api.ts';
import { readDraft, removeDraft, storeDraft } from '../lib/drafts.ts';
import { isRefusal } from '../lib/errors.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { formatCount, formatDay, formatNumberOf, toIsoDay } from '../lib/format.ts';
import { shrinkPicture } from '../lib/shrink-picture.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ConflictDialog, findConflicts } from '../ui/conflict-dialog.tsx';
import { Choice, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { UnsavedBar } from '../ui/foot-bar.tsx';
import { Note } from '../ui/note.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { Cover, CoverInput } from './cover.tsx';
import { storeQuery } from './store.queries.ts';
import { FIELD_NAMES, findChanges, readValues, type StoreValues, toChange, toValues } from './store.values.ts';
import { useCover } from './use-cover.ts';

const HANDLING_OPTIONS = Array.from({ length: MAX_HANDLING_DAYS + 1 }, (_, days) => ({
  value: String(days),
  label: days === 0 ? 'The same day' : formatNumberOf(days, 'day'),
}));

const FIELDS = Object.keys(FIELD_NAMES) as (keyof StoreValues)[];

/**
 * One form with one save bar: the cover picture and the fields are saved together. If somebody else has saved meanwhile, each field that
 * both have changed is chosen.
 */
export function StoreForm({ store, isWritable }: { store: Store; isWritable: boolean }) {
  const queryClient = useQueryClient();
  const draftKey = `store ${store.id}`;
  /** What the form was filled with, which changes are compared with. */
  const [base, setBase] = useState(store);
  const [conflict, setConflict] = useState<Store>();
  const { cover, error: coverError, choose, remove, reset: resetCover } = useCover();
  const baseValues = toValues(base);
  const { register, handleSubmit, formState, setError, reset, watch, getValues } = useForm<StoreValues>({
    defaultValues: { ...baseValues, ...readValues(readDraft(draftKey)) },
  });
  const values = watch();
  const { errors, isSubmitting } = formState;
  const changes = findChanges(values, baseValues);
  const changed = [...(cover === undefined ? [] : ['Cover']), ...changes.map((name) => FIELD_NAMES[name])];
  const isChanged = changed.length > 0;
  const markOf = (name: keyof StoreValues) => ({ 'data-changed': changes.includes(name) ? '' : undefined });

  const keepDraft = () => {
    const typed = getValues();
    const names = FIELDS.filter((name) => typed[name] !== baseValues[name]);
    storeDraft(draftKey, Object.fromEntries(names.map((name) => [name, typed[name]])));
  };

  const adopt = (saved: Store, kept: Partial<StoreValues>) => {
    setBase(saved);
    setConflict(undefined);
    queryClient.setQueryData(storeQuery(store.id).queryKey, saved);
    reset({ ...toValues(saved), ...kept });
  };
  const discard = (saved: Store) => {
    removeDraft(draftKey);
    adopt(saved, {});
    resetCover();
  };
  /** Somebody else has saved: what only one of both has changed needs no choice. */
  const meet = (current: Store) => {
    const typed = getValues();
    const theirs = toValues(current);
    if (findConflicts(typed, theirs, baseValues).length > 0) setConflict(current);
    else {
      adopt(current, pickValues(typed, findChanges(typed, baseValues)));
      toast.info('Somebody else has changed the store too', 'Your changes are still here. Save again.');
    }
  };
  const submit = handleSubmit(async (typed) => {
    const api = getStoreApi(store.id);
    const change = { ...toChange(typed, baseValues), ...(cover === null && { cover_url: null }) };
    try {
      let saved = base;
      if (Object.keys(change).length > 0)
        saved = await api.call(changeStore, { body: { ...change, version: base.version } });
      if (cover) {
        const form = new FormData();
        form.set('image', await shrinkPicture(cover.file), cover.file.name);
        saved = await api.call(changeStore, { body: form });
      }
      discard(saved);
      toast.success('Saved. The shop shows it within a minute.');
    } catch (error) {
      if (isRefusal(error, 'store_changed') && error.current) meet(error.current as Store);
      else applyFieldErrors(error, setError, FIELDS);
    }
  });
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => cover !== undefined,
    withResolver: true,
  });
  const shownCover = cover === undefined ? base.cover_url : (cover?.preview ?? null);

  return (
    <form onSubmit={submit} noValidate>
      <Columns>
        <PanelStack>
          {store.suspended_at !== null && (
            <Note tone="warning">
              The shop does not show your products at the moment. Paid orders must still leave. Write to us to learn
              more.
            </Note>
          )}
          {errors.root && <Note tone="bad">{errors.root.message}</Note>}
          <HolidayPanel
            store={base}
            isOn={values.has_holiday}
            isWritable={isWritable}
            register={register}
            errors={errors}
            markOf={markOf}
            onChange={keepDraft}
          />
          <Panel title="How it looks" isPadded>
            <div className="flex flex-col gap-3.5">
              <div>
                <Cover src={shownCover} />
                {isWritable && (
                  <div className="mt-2 flex flex-wrap gap-2">
                    <CoverInput
                      label={shownCover === null ? 'Upload a cover' : 'Change the cover'}
                      disabled={isSubmitting}
                      onFile={choose}
                    />
                    {shownCover !== null && (
                      <Button icon={<Trash2 />} disabled={isSubmitting} onClick={remove}>
                        Remove
                        <span className="sr-only"> the cover</span>
                      </Button>
                    )}
                  </div>
                )}
                <div role="status">
                  {coverError && <p className="mt-1 font-medium text-danger text-xs">{coverError}</p>}
                </div>
                {isWritable && (
                  <p className="mt-1 text-muted text-xs">
                    A wide picture of what you sell, at least 1600 × 640 pixels. Its edges are cut on narrow screens.
                  </p>
                )}
              </div>
              <div className="grid gap-3.5 lg:grid-cols-2">
                <TextField label="Name" value={store.name} disabled readOnly hint="Write to us to change the name." />
                <TextField
                  label="Place"
                  autoComplete="off"
                  maxLength={200}
                  disabled={!isWritable}
                  hint="Town and country, as shoppers see them"
                  error={errors.place?.message}
                  {...markOf('place')}
                  {...register('place', { required: 'Write the place.', onChange: keepDraft })}
                />
              </div>
              <TextArea
                label="What you stand for"
                optional
                rows={4}
                maxLength={MAX_STORE_TEXT}
                disabled={!isWritable}
                hint={`${formatCount(values.description.length)} of ${formatCount(MAX_STORE_TEXT)} letters`}
                error={errors.description?.message}
                {...markOf('description')}
                {...register('description', { onChange: keepDraft })}
              />
              <TextArea
                label="How you ship, and what you promise"
                optional
                rows={4}
                maxLength={MAX_STORE_TEXT}
                disabled={!isWritable}
                hint="The shop’s policy for returns holds for all. You may promise more."
                error={errors.policies?.message}
                {...markOf('policies')}
                {...register('policies', { onChange: keepDraft })}
              />
            </div>
          </Panel>
          <Panel title="Shipping and mails" isPadded>
            <div className="grid gap-3.5 lg:grid-cols-2">
              <SelectField
                label="Orders leave within"
                options={HANDLING_OPTIONS}
                disabled={!isWritable}
                hint="After the payment. Later ones are marked as late."
                error={errors.handling_days?.message}
                {...markOf('handling_days')}
                {...register('handling_days', { onChange: keepDraft })}
              />
              <TextField
                label="Email"
                type="email"
                optional
                autoComplete="off"
                disabled={!isWritable}
                hint="New orders, messages and payouts are mailed there."
                error={errors.email?.message}
                {...markOf('email')}
                {...register('email', { onChange: keepDraft })}
              />
            </div>
          </Panel>
        </PanelStack>
        <Panel title={sayPreview(values)} isPadded>
          <Cover src={shownCover} isSmall />
          <p className="mt-3 flex items-center gap-2.5">
            <StoreMark name={store.name} size="md" />
            <span className="min-w-0">
              <b className="wrap-anywhere block font-semibold text-heading">{store.name}</b>
              <span className="wrap-anywhere block text-muted text-xs">
                {values.place || 'No place'} · since {store.since.slice(0, 4)}
              </span>
            </span>
          </p>
          {values.has_holiday && values.holiday_until !== '' && (
            <Note tone="warning" icon={Sun} className="mt-3">
              <b className="block font-semibold">
                On holiday, and open again on {formatDay(`${values.holiday_until}T12:00:00Z`)}
              </b>
              <span className="wrap-anywhere">{values.holiday_note}</span>
            </Note>
          )}
          {values.description !== '' && (
            <p className="wrap-anywhere mt-3 line-clamp-6 whitespace-pre-line">{values.description}</p>
          )}
          {values.policies !== '' && (
            <p className="wrap-anywhere mt-3 line-clamp-6 whitespace-pre-line text-secondary text-xs">
              {values.policies}
            </p>
          )}
        </Panel>
      </Columns>
      {isWritable && isChanged && (
        <UnsavedBar
          detail="Not saved yet"
          isSaving={isSubmitting}
          onDiscard={() => discard(base)}
          onSave={() => void submit()}
        >
          {sayChanged(changed)} changed
        </UnsavedBar>
      )}
      {conflict && (
        <ConflictDialog
          what="store"
          names={FIELD_NAMES}
          mine={values}
          theirs={toValues(conflict)}
          fields={findConflicts(values, toValues(conflict), baseValues)}
          onChoose={(chosen) => adopt(conflict, { ...pickValues(values, changes), ...chosen })}
          onClose={() => setConflict(undefined)}
        />
      )}
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          keepLabel="Stay here"
          confirmLabel="Leave"
          isDanger={cover !== undefined}
          isBusy={false}
          onConfirm={blocker.proceed}
          onClose={blocker.reset}
        >
          {sayChanged(changed)} {changed.length === 1 ? 'is' : 'are'} not saved.
          {cover === undefined ? ' What you typed stays on this device.' : ' The chosen picture is forgotten.'}
        </ConfirmDialog>
      )}
    </form>
  );
}

const pickValues = (values: StoreValues, names: readonly (keyof StoreValues)[]): Partial<StoreValues> =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** 'Place', 'Place, Email', 'Place and 3 more'. */
const sayChanged = (names: readonly string[]): string =>
  names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ');

const sayPreview = ({ has_holiday, holiday_from }: StoreValues): string =>
  has_holiday && holiday_from > toIsoDay(new Date())
    ? `From ${formatDay(`${holiday_from}T12:00:00Z`)}`
    : 'As shoppers see it';

/** Closes the store for some days. */
function HolidayPanel({
  store: { holiday, is_on_holiday },
  isOn,
  isWritable,
  register,
  errors,
  markOf,
  onChange,
}: {
  store: Store;
  isOn: boolean;
  isWritable: boolean;
  register: UseFormRegister<StoreValues>;
  errors: FieldErrors<StoreValues>;
  markOf: (name: keyof StoreValues) => object;
  onChange: () => void;
}) {
  return (
    <Panel
      title="Holiday"
      isPadded
      aside={
        holiday && (
          <span className="ml-auto">
            {is_on_holiday ? (
              <Badge tone="moving" icon={Sun}>
                On holiday
              </Badge>
            ) : (
              <Badge tone="neutral" icon={CalendarClock}>
                {holiday.until <= toIsoDay(new Date()) ? 'Ended' : 'Scheduled'}
              </Badge>
            )}
          </span>
        )
      }
    >
      <Choice
        label="Close the store for a while"
        hint="Products stay visible and can be saved, but not bought."
        disabled={!isWritable}
        {...register('has_holiday', { onChange })}
      />
      {isOn && (
        <div className="mt-2 flex flex-col gap-3.5">
          <div className="grid gap-3.5 lg:grid-cols-2">
            <TextField
              label="First day"
              type="date"
              disabled={!isWritable}
              error={errors.holiday_from?.message}
              {...markOf('holiday_from')}
              {...register('holiday_from', { required: 'Choose the first day.', onChange })}
            />
            <TextField
              label="Open again on"
              type="date"
              disabled={!isWritable}
              error={errors.holiday_until?.message}
              {...markOf('holiday_until')}
              {...register('holiday_until', {
                required: 'Choose the day on which the store is open again.',
                validate: (until, { holiday_from }) => until > holiday_from || 'Choose a day after the first one.',
                onChange,
              })}
            />
          </div>
          <TextField
            label="Sentence in the shop"
            optional
            maxLength={MAX_HOLIDAY_NOTE}
            disabled={!isWritable}
            error={errors.holiday_note?.message}
            {...markOf('holiday_note')}
            {...register('holiday_note', { onChange })}
          />
          <Note tone="plain">
            Orders that are paid before must still leave in time. Days begin at midnight in Lagos.
          </Note>
        </div>
      )}
    </Panel>
  );
}
