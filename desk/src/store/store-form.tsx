import { MAX_HANDLING_DAYS } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { changeStore } from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import type { Store, StoreChange } from '@sokuwa/contract/catalog/merchant-store.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { getStoreApi } from '../lib/api.ts';
import { readDraft, removeDraft, storeDraft } from '../lib/drafts.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { shrinkPicture } from '../lib/shrink-picture.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { FootBar, FootBarText } from '../ui/foot-bar.tsx';
import { Note } from '../ui/note.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { storeQuery } from './store.queries.ts';
import { useCover } from './use-cover.ts';

const HANDLING_OPTIONS = Array.from({ length: MAX_HANDLING_DAYS + 1 }, (_, days) => ({
  value: String(days),
  label: days === 0 ? 'The same day' : formatNumberOf(days, 'day'),
}));

type Values = { place: string; email: string; handling_days: string };
const NAMES: Record<keyof Values, string> = { place: 'Place', email: 'Email', handling_days: 'Days until it leaves' };

const toValues = ({ place, email, handling_days }: Store): Values => ({
  place,
  email: email ?? '',
  handling_days: String(handling_days),
});

/** A stored draft of the form, as far as it has its fields. */
const readValues = (key: string): Partial<Values> => {
  const draft = readDraft(key);
  if (typeof draft !== 'object' || draft === null) return {};
  return Object.fromEntries(Object.entries(draft).filter(([name, text]) => name in NAMES && typeof text === 'string'));
};

/** One form with one save bar: the cover picture and the fields are saved together. */
export function StoreForm({ store, isWritable }: { store: Store; isWritable: boolean }) {
  const queryClient = useQueryClient();
  const draftKey = `store ${store.id}`;
  const { cover, error: coverError, choose, remove, reset: resetCover } = useCover();
  const { register, handleSubmit, formState, setError, setValue, reset, watch, getValues } = useForm<Values>({
    defaultValues: toValues(store),
  });
  const values = watch();
  const { errors, isSubmitting, dirtyFields } = formState;
  const changed = [
    ...(cover === undefined ? [] : ['Cover']),
    ...(Object.keys(NAMES) as (keyof Values)[]).filter((name) => dirtyFields[name]).map((name) => NAMES[name]),
  ];
  const isChanged = changed.length > 0;

  // What was typed before a reload.
  const drafted = useRef(false);
  useEffect(() => {
    if (drafted.current) return;
    drafted.current = true;
    for (const [name, text] of Object.entries(readValues(draftKey)))
      setValue(name as keyof Values, text, { shouldDirty: true });
  }, [draftKey, setValue]);
  const keepDraft = () => storeDraft(draftKey, getValues());

  const discard = (saved: Store) => {
    removeDraft(draftKey);
    reset(toValues(saved));
    resetCover();
  };
  const submit = handleSubmit(async ({ place, email, handling_days }) => {
    const api = getStoreApi(store.id);
    const body: StoreChange = {
      ...(dirtyFields.place && { place }),
      ...(dirtyFields.email && { email: email === '' ? null : email }),
      ...(dirtyFields.handling_days && { handling_days: Number(handling_days) }),
      ...(cover === null && { cover_url: null }),
    };
    try {
      let saved = store;
      if (Object.keys(body).length > 0) saved = await api.call(changeStore, { body });
      if (cover) {
        const form = new FormData();
        form.set('image', await shrinkPicture(cover.file), cover.file.name);
        saved = await api.call(changeStore, { body: form });
      }
      queryClient.setQueryData(storeQuery(store.id).queryKey, saved);
      discard(saved);
      toast.success('Saved. The shop shows it within a minute.');
    } catch (error) {
      applyFieldErrors(error, setError, ['place', 'email', 'handling_days']);
    }
  });
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => cover !== undefined,
    withResolver: true,
  });
  const shownCover = cover === undefined ? store.cover_url : (cover?.preview ?? null);

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
                  data-changed={dirtyFields.place ? '' : undefined}
                  {...register('place', { required: 'Write the place.', onChange: keepDraft })}
                />
              </div>
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
                data-changed={dirtyFields.handling_days ? '' : undefined}
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
                data-changed={dirtyFields.email ? '' : undefined}
                {...register('email', { onChange: keepDraft })}
              />
            </div>
          </Panel>
        </PanelStack>
        <Panel title="As shoppers see it" isPadded>
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
        </Panel>
      </Columns>
      {isWritable && isChanged && (
        <FootBar label="Unsaved changes">
          <FootBarText detail="Not saved yet">{changed.join(', ')} changed</FootBarText>
          <Button variant="bar-text" disabled={isSubmitting} onClick={() => discard(store)}>
            Discard
          </Button>
          <Button variant="bar-primary" busy={isSubmitting} onClick={() => void submit()}>
            Save
          </Button>
        </FootBar>
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
          {changed.join(', ')} {changed.length === 1 ? 'is' : 'are'} not saved.
          {cover === undefined ? ' What you typed stays on this device.' : ' The chosen picture is forgotten.'}
        </ConfirmDialog>
      )}
    </form>
  );
}

/** The cover picture, or a pattern without one. */
function Cover({ src, isSmall = false }: { src: string | null; isSmall?: boolean }) {
  const className = `aspect-5/2 w-full object-cover ${isSmall ? 'rounded-[10px_10px_28px_10px]' : 'rounded-[12px_12px_40px_12px]'}`;
  return src === null ? (
    <div aria-hidden="true" className={`placeholder-pattern ${className}`} />
  ) : (
    <img src={src} alt={isSmall ? '' : 'Cover of the store'} className={className} />
  );
}

/** A button that opens the choice of a file. */
function CoverInput({
  label,
  disabled,
  onFile,
}: {
  label: string;
  disabled: boolean;
  onFile: (file: File) => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<ImageUp />} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file) void onFile(file);
        }}
      />
    </>
  );
}
