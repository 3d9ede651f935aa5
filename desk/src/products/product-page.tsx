import { ApiError } from '@sokuwa/contract/api-client.ts';
import type { Category } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import {
  addProductPicture,
  arrangeProductPictures,
  changeProduct,
  changeProductStock,
  createProduct,
  duplicateProduct,
} from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import type { ProductState } from '@sokuwa/contract/catalog/product.rules.ts';
import { formatNaira } from '@sokuwa/contract/money.ts';
import { FAULT_RETURN_DAYS, PERISHABLE_RETURN_HOURS } from '@sokuwa/contract/returns/returns.rules.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { ChevronRight, CircleX, Copy, ExternalLink, Eye, HandCoins, Pause } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { getStoreApi } from '../lib/api.ts';
import { removeDraft, useFormDraft, withDraft } from '../lib/drafts.ts';
import { describeError, isNotFound, isRefusal } from '../lib/errors.ts';
import { formatDayAndTime } from '../lib/format.ts';
import { findStore, useSession } from '../lib/session.ts';
import { shrinkPicture } from '../lib/shrink-picture.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ConflictDialog, findConflicts } from '../ui/conflict-dialog.tsx';
import { Choice, controlClass, Field, TextArea, TextField } from '../ui/field.tsx';
import { FootBar, FootBarText } from '../ui/foot-bar.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import {
  changedFields,
  EMPTY_VALUES,
  FIELD_NAMES,
  type ProductValues,
  toFields,
  toFormField,
  toGrams,
  toPrice,
  toValues,
  toWholeNumber,
} from './product.values.ts';
import { ProductBadge } from './product-badge.tsx';
import { ProductPictures, type Shot } from './product-pictures.tsx';
import { ProductPreview, pricesOf } from './product-preview.tsx';
import { categoriesQuery, productQuery, productsKey } from './products.queries.ts';
import { MergedNote, TakedownNote } from './takedown-note.tsx';

type Target = { storeId: number; canChange: boolean };

function Crumb({ storeId, children }: { storeId: number; children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-muted text-xs">
      <Link
        to="/store/$storeId/products"
        params={{ storeId: String(storeId) }}
        className="inline-flex min-h-9 items-center text-link"
      >
        Products
      </Link>
      <ChevronRight className="size-4" />
      <span className="truncate">{children}</span>
    </nav>
  );
}

/** The form of a new product. */
export function NewProductPage(target: Target) {
  return (
    <>
      <Crumb storeId={target.storeId}>New</Crumb>
      <ProductForm {...target} product={undefined} />
    </>
  );
}

/** The form of a product. */
export function ProductPage({ productId, ...target }: Target & { productId: number }) {
  const { storeId } = target;
  // What is typed is compared with what was read: another version must not take its place unseen.
  const product = useQuery({ ...productQuery(storeId, productId), staleTime: 0, refetchOnWindowFocus: false });
  if (product.data)
    return (
      <>
        <Crumb storeId={storeId}>{product.data.title}</Crumb>
        <ProductForm key={productId} {...target} product={product.data} />
      </>
    );
  return (
    <>
      <Crumb storeId={storeId}>Product</Crumb>
      {product.isPending && <LoadingRows label="Loading the product" />}
      {product.isError &&
        (isNotFound(product.error) ? (
          <EmptyPanel picture="search" icon={CircleX} title="Your store has no such product" />
        ) : (
          <ErrorPanel what="The product" error={product.error} onRetry={() => void product.refetch()} />
        ))}
    </>
  );
}

const toShots = (product: OwnProduct | undefined): Shot[] =>
  product?.pictures.map(({ id, image_url, alt }) => ({ key: id, url: image_url, alt })) ?? [];

const sameShots = (shots: readonly Shot[], product: OwnProduct | undefined): boolean =>
  JSON.stringify(shots.map(({ key, alt }) => [key, alt])) ===
  JSON.stringify(toShots(product).map(({ key, alt }) => [key, alt]));

/** Whether two versions differ in nothing that the form has, except pictures and stock. */
const hasSameFields = (one: OwnProduct, other: OwnProduct): boolean =>
  Object.keys(changedFields(toValues(one), toValues(other))).length === 0 && one.state === other.state;

const SAVED_AS: Record<ProductState, string> = {
  live: 'Saved, and in the shop',
  paused: 'Saved, and out of the shop',
  draft: 'Saved as a draft',
};

function ProductForm({ storeId, canChange, product }: Target & { product: OwnProduct | undefined }) {
  const api = getStoreApi(storeId);
  const isOpen = findStore(useSession(), storeId)?.state === 'approved';
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const draftKey = `product ${storeId} ${product?.id ?? 'new'}`;
  /** The version that the form was filled from, and that a change is made from. */
  const [base, setBase] = useState(product);
  const baseValues = useMemo(() => (base ? toValues(base) : EMPTY_VALUES), [base]);
  const form = useForm<ProductValues>({ defaultValues: withDraft(draftKey, baseValues) });
  const { register, handleSubmit, watch, setError, formState, reset, getValues } = form;
  useFormDraft(form, draftKey);
  const values = watch();
  const [shots, setShots] = useState(() => toShots(product));
  const [uploading, setUploading] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const [conflict, setConflict] = useState<OwnProduct>();
  const [isPreview, setPreview] = useState(false);
  // Set when everything is saved and the page is left: what the form has then is no change.
  const isLeaving = useRef(false);

  const changed = changedFields(values, baseValues);
  const isStockChanged = values.stock !== baseValues.stock;
  const isDirty = Object.keys(changed).length > 0 || isStockChanged || !sameShots(shots, base);
  const hasFiles = shots.some(({ file }) => file);
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !isLeaving.current,
    enableBeforeUnload: () => hasFiles,
    withResolver: true,
  });

  // The pictures of files that are shown need memory.
  const urls = useRef(new Set<string>());
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );

  const store = (saved: OwnProduct) => {
    queryClient.setQueryData(productQuery(storeId, saved.id).queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: [...productsKey(storeId), 'list'] });
    void queryClient.invalidateQueries({ queryKey: [...productsKey(storeId), 'counts'] });
  };

  /** Sends the files that are not uploaded yet. @returns the product with them, and the pictures in the form's order */
  const upload = async (to: OwnProduct): Promise<{ saved: OwnProduct; sent: Shot[]; failed: boolean }> => {
    let saved = to;
    let sent = [...shots];
    let failed = false;
    for (const shot of shots) {
      if (!shot.file) continue;
      setUploading(shot.key);
      try {
        const body = new FormData();
        body.append('image', await shrinkPicture(shot.file), shot.file.name);
        const known = new Set(saved.pictures.map(({ id }) => id));
        const next = await api.call(addProductPicture, { params: { productId: saved.id }, body });
        const added = next.pictures.find(({ id }) => !known.has(id));
        sent = sent.flatMap((one) => {
          if (one.key !== shot.key) return [one];
          // A picture that the product has already changes nothing.
          return added ? [{ key: added.id, url: added.image_url, alt: shot.alt || added.alt }] : [];
        });
        saved = next;
      } catch (error) {
        failed = true;
        sent = sent.map((one) => (one.key === shot.key ? { ...one, failure: describeError(error) } : one));
      }
    }
    setUploading(undefined);
    setShots(sent);
    return { saved, sent, failed };
  };

  /** Saves everything: fields, pictures and stock, one after the other. What was saved stays saved if a later step fails. */
  const save = async (typed: ProductValues, state: ProductState | undefined) => {
    setFailure(undefined);
    setBusy(true);
    try {
      let saved = base;
      if (!saved) {
        const { origin, ...fields } = toFields(typed);
        const stock = toWholeNumber(typed.stock || '0');
        saved = await api.call(createProduct, {
          body: { ...fields, ...(origin !== '' && { origin }), stock, state: 'draft' },
        });
        setBase(saved);
        store(saved);
        // Without a place, the product is of the store's place.
        if (origin === '') form.setValue('origin', saved.origin);
      }
      const wanted = { ...typed, origin: getValues('origin') };
      // The version of a picture call includes what others have changed, so it replaces that of the form only if they have not.
      const { saved: pictured, sent, failed } = await upload(saved);
      if (hasSameFields(pictured, saved)) saved = pictured;
      const kept = sent.filter(({ file }) => !file);
      if (!sameShots(kept, pictured))
        saved = await api.call(arrangeProductPictures, {
          params: { productId: saved.id },
          body: {
            version: saved.version,
            pictures: kept.map(({ key, alt }) => ({ id: key, ...(alt.trim() !== '' && { alt }) })),
          },
        });
      const fields = changedFields(wanted, toValues(saved));
      const needsState = state !== undefined && state !== saved.state && !failed;
      if (Object.keys(fields).length > 0 || needsState)
        saved = await api.call(changeProduct, {
          params: { productId: saved.id },
          body: { version: saved.version, ...fields, ...(needsState && { state }) },
        });
      const stock = toWholeNumber(typed.stock || '0');
      if (stock !== saved.stock)
        saved = await api.call(changeProductStock, {
          params: { productId: saved.id },
          body: { to: stock, from: base ? base.stock : saved.stock },
        });
      setBase(saved);
      setShots([...toShots(saved), ...sent.filter(({ file }) => file)]);
      reset(toValues(saved));
      removeDraft(draftKey);
      store(saved);
      if (failed) {
        setFailure('A picture was not sent. The others, and the rest, are saved.');
        return;
      }
      toast.success(
        needsState && state
          ? SAVED_AS[state] + (isOpen || state !== 'live' ? '' : ' as soon as your store is approved')
          : 'Saved',
      );
      if (!product) {
        isLeaving.current = true;
        await navigate({
          to: '/store/$storeId/products/$productId',
          params: { storeId: String(storeId), productId: String(saved.id) },
          replace: true,
        });
      }
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
      setUploading(undefined);
    }
  };

  const fail = (error: unknown) => {
    if (isRefusal(error, 'product_changed') && error.current) {
      const current = error.current as OwnProduct;
      const fields = findConflicts(getValues(), toValues(current), baseValues);
      // Others have changed only what is not typed here: save again, from their version.
      if (fields.length === 0) adopt(current, {});
      else setConflict(current);
      return;
    }
    setFailure(describeError(error));
    if (!(error instanceof ApiError)) return;
    const wrong = Object.entries(error.fieldErrors).map(([name, texts]) => ({ name, texts, field: toFormField(name) }));
    const first = wrong.find(({ field }) => field)?.field;
    if (first) setFailure('Some fields need you.');
    for (const { name, texts, field } of wrong) {
      if (field) setError(field, { message: texts.join(' ') }, { shouldFocus: field === first });
      else if (name === 'pictures' && !first) setFailure(`Pictures: ${texts.join(' ')}`);
    }
  };

  /** Goes on from the version of somebody else, with the chosen values. */
  const adopt = (current: OwnProduct, chosen: Partial<ProductValues>) => {
    const mine = getValues();
    const theirs = toValues(current);
    const merged = Object.fromEntries(
      Object.entries(theirs).map(([name, value]) => {
        const key = name as keyof ProductValues;
        // What is not typed here is theirs.
        return [key, chosen[key] ?? (mine[key] === baseValues[key] ? value : mine[key])];
      }),
    ) as ProductValues;
    setBase(current);
    setConflict(undefined);
    reset(theirs);
    for (const [name, value] of Object.entries(merged))
      form.setValue(name as keyof ProductValues, value, { shouldDirty: true });
    toast.info('Both changes are here now. Save to keep them.');
  };

  const submitAs = (state: ProductState | undefined) =>
    handleSubmit(
      (typed) => save(typed, state),
      () => setFailure('Some fields need you.'),
    );
  const addFiles = (files: readonly File[]) => {
    const added = files.map((file) => {
      const url = URL.createObjectURL(file);
      urls.current.add(url);
      return { key: crypto.randomUUID(), url, alt: '', file };
    });
    setShots((before) => [...before, ...added]);
  };
  const duplicate = async () => {
    if (!base) return;
    setBusy(true);
    try {
      const copy = await api.call(duplicateProduct, { params: { productId: base.id }, body: {} });
      store(copy);
      toast.success('Copied as a draft');
      isLeaving.current = true;
      await navigate({
        to: '/store/$storeId/products/$productId',
        params: { storeId: String(storeId), productId: String(copy.id) },
      });
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
  };

  /** Takes over that a review is asked for: nothing else of the product has changed. */
  const takeAnswer = (asked: OwnProduct) => {
    if (base) setBase({ ...base, taken_down: asked.taken_down });
    store(asked);
  };

  /** Whether an operator keeps it out of the shop. */
  const isKeptOut = base !== undefined && (base.taken_down !== null || base.merged_into !== null);
  const prices = pricesOf(values);
  const errors = formState.errors;
  const state = base?.state ?? 'draft';
  return (
    <>
      <PageHead
        title={base?.title ?? 'New product'}
        isPlain={base !== undefined}
        badges={
          base && (
            <ProductBadge
              state={base.state}
              isTakenDown={base.taken_down !== null}
              isMerged={base.merged_into !== null}
            />
          )
        }
        subtitle={base && `Changed ${formatDayAndTime(base.changed_at)}`}
        actions={
          base && (
            <>
              {base.state === 'live' && (
                <a href={`/product/details/${base.id}`} target="_blank" rel="noreferrer" className={buttonClass()}>
                  <ExternalLink />
                  In the shop
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              )}
              {canChange && !isKeptOut && (
                <Button icon={<Copy />} busy={isBusy} onClick={duplicate}>
                  Duplicate
                </Button>
              )}
              {canChange && base.state === 'live' && (
                <Button icon={<Pause />} busy={isBusy} onClick={submitAs('paused')}>
                  Pause
                </Button>
              )}
            </>
          )
        }
      />
      {base && base.merged_into !== null && <MergedNote storeId={storeId} intoId={base.merged_into} />}
      {base?.taken_down && <TakedownNote storeId={storeId} product={base} canChange={canChange} onAsked={takeAnswer} />}
      <fieldset className="mb-3 flex rounded-sm bg-quiet p-0.5 lg:hidden">
        <legend className="sr-only">Show</legend>
        {[false, true].map((shows) => (
          <button
            key={String(shows)}
            type="button"
            aria-pressed={shows === isPreview}
            onClick={() => setPreview(shows)}
            className="h-11 flex-1 rounded-[6px] font-semibold text-secondary text-xs aria-pressed:bg-surface aria-pressed:text-heading aria-pressed:shadow-xs"
          >
            {shows ? 'As the shopper sees it' : 'Edit'}
          </button>
        ))}
      </fieldset>
      <form
        noValidate
        onSubmit={submitAs(undefined)}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_19.5rem] lg:gap-5"
      >
        <PanelStack className={isPreview ? 'max-lg:hidden' : ''}>
          {failure && <Note tone="bad">{failure}</Note>}
          <ProductPictures
            shots={shots}
            uploading={uploading}
            onChange={setShots}
            onAdd={addFiles}
            isLocked={!canChange || isBusy}
          />
          <Panel title="What it is" isPadded>
            <fieldset disabled={!canChange} className="flex flex-col gap-3.5">
              <TextField
                label="Name"
                error={errors.title?.message}
                data-changed={'title' in changed || undefined}
                {...register('title', { required: 'Enter the name of the product.' })}
              />
              <TextArea
                label="Description"
                rows={4}
                error={errors.description?.message}
                data-changed={'description' in changed || undefined}
                {...register('description')}
              />
              <div className="grid gap-3.5 lg:grid-cols-2">
                <CategoryField
                  value={values.sub_item_id}
                  error={errors.sub_item_id?.message}
                  isChanged={'sub_item_id' in changed}
                  field={register('sub_item_id')}
                />
                <TextField
                  label="Keywords"
                  optional
                  hint="Other names and spellings, separated by commas"
                  error={errors.keywords?.message}
                  data-changed={'keywords' in changed || undefined}
                  {...register('keywords')}
                />
              </div>
            </fieldset>
          </Panel>
          <Panel title="Price, stock, weight" isPadded>
            <fieldset disabled={!canChange} className="flex flex-col gap-3.5">
              <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
                <TextField
                  label="Price"
                  prefix="₦"
                  inputMode="decimal"
                  error={errors.price?.message}
                  data-changed={'price' in changed || undefined}
                  {...register('price', {
                    validate: (text) => text === '' || (toPrice(text) ?? 0) > 0 || 'Figures only, such as 5,200',
                  })}
                />
                <TextField
                  label="Discount"
                  suffix="%"
                  inputMode="numeric"
                  error={errors.discount_percent?.message}
                  data-changed={'discount_percent' in changed || undefined}
                  {...register('discount_percent', {
                    validate: (text) => {
                      const percent = toWholeNumber(text || '0');
                      return (percent >= 0 && percent <= 99) || '0 to 99';
                    },
                  })}
                />
                <TextField
                  label="Weight, packed"
                  suffix="kg"
                  inputMode="decimal"
                  error={errors.weight_kg?.message}
                  data-changed={'weight_grams' in changed || undefined}
                  {...register('weight_kg', {
                    validate: (text) => text.trim() === '' || (toGrams(text) ?? 0) > 0 || 'Such as 2.05',
                  })}
                />
                <TextField
                  label="Stock"
                  inputMode="numeric"
                  error={errors.stock?.message}
                  data-changed={isStockChanged || undefined}
                  {...register('stock', {
                    validate: (text) => !Number.isNaN(toWholeNumber(text || '0')) || 'A whole number',
                  })}
                />
              </div>
              {prices && (
                <Note tone="plain" icon={HandCoins}>
                  A shopper pays <b>{formatNaira(prices.sale)}</b>, before delivery. You get this less the commission.
                </Note>
              )}
              <Choice
                label={<b className="font-semibold">It spoils</b>}
                hint={`It can be returned within ${PERISHABLE_RETURN_HOURS} hours only, instead of ${FAULT_RETURN_DAYS} days.`}
                {...register('perishable')}
              />
            </fieldset>
          </Panel>
          <Panel title="More" isPadded>
            <fieldset disabled={!canChange} className="grid gap-3.5 lg:grid-cols-2">
              <TextField
                label="Your code (SKU)"
                optional
                error={errors.sku?.message}
                data-changed={'sku' in changed || undefined}
                {...register('sku')}
              />
              <TextField
                label="Brand"
                optional
                error={errors.brand?.message}
                data-changed={'brand' in changed || undefined}
                {...register('brand')}
              />
              <TextField
                label="Where it comes from"
                hint="Place and country, such as Ìjẹ̀bú, Nigeria"
                error={errors.origin?.message}
                data-changed={'origin' in changed || undefined}
                {...register('origin')}
              />
              <TextField
                label="Warranty"
                optional
                error={errors.warranty?.message}
                data-changed={'warranty' in changed || undefined}
                {...register('warranty')}
              />
            </fieldset>
          </Panel>
        </PanelStack>
        <div className={isPreview ? '' : 'max-lg:hidden lg:sticky lg:top-19'}>
          <ProductPreview values={values} shots={shots} />
        </div>
      </form>
      {canChange && (isDirty || !base || (base.state !== 'live' && !isKeptOut)) && (
        <FootBar label="Unsaved changes">
          <FootBarText detail={isDirty ? 'Kept on this device until you save' : undefined}>
            {isDirty ? 'Unsaved changes' : describeAbsence(state)}
          </FootBarText>
          {isDirty && base && (
            <Button
              variant="bar-text"
              disabled={isBusy}
              onClick={() => {
                reset(baseValues);
                setShots(toShots(base));
                removeDraft(draftKey);
                setFailure(undefined);
              }}
            >
              Discard
            </Button>
          )}
          {isDirty && (
            <Button
              variant={state === 'live' || isKeptOut ? 'bar-primary' : 'bar'}
              busy={isBusy}
              onClick={submitAs(undefined)}
            >
              Save
            </Button>
          )}
          {state !== 'live' && !isKeptOut && (
            <Button variant="bar-primary" icon={<Eye />} busy={isBusy} onClick={submitAs('live')}>
              Put in the shop
            </Button>
          )}
        </FootBar>
      )}
      {conflict && (
        <ConflictDialog
          what="product"
          names={FIELD_NAMES}
          mine={getValues()}
          theirs={toValues(conflict)}
          fields={findConflicts(getValues(), toValues(conflict), baseValues)}
          onChoose={(chosen) => adopt(conflict, chosen)}
          onClose={() => setConflict(undefined)}
        />
      )}
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          keepLabel="Stay here"
          confirmLabel="Leave"
          isDanger={hasFiles}
          isBusy={false}
          onConfirm={blocker.proceed}
          onClose={blocker.reset}
        >
          What you typed stays on this device.{hasFiles && ' The new pictures are forgotten.'}
        </ConfirmDialog>
      )}
    </>
  );
}

const describeAbsence = (state: ProductState): string =>
  state === 'paused' ? 'Paused: not in the shop' : 'A draft: not in the shop';

const toOptions = (categories: readonly Category[]) =>
  categories.flatMap(({ name, subcategories }) =>
    subcategories.map((sub) => ({
      group: `${name} › ${sub.name}`,
      items: sub.subitems.map((item) => ({ value: String(item.id), label: item.name })),
    })),
  );

function CategoryField({
  value,
  error,
  isChanged,
  field,
}: {
  value: string;
  error: string | undefined;
  isChanged: boolean;
  field: ReturnType<ReturnType<typeof useForm<ProductValues>>['register']>;
}) {
  const categories = useQuery(categoriesQuery);
  const groups = useMemo(() => toOptions(categories.data ?? []), [categories.data]);
  return (
    <Field id="category" label="Category" error={error}>
      <select
        id="category"
        {...field}
        // Its options are loaded later than the value is set.
        value={value}
        aria-invalid={error ? true : undefined}
        data-changed={isChanged || undefined}
        className={controlClass}
      >
        <option value="">Choose one</option>
        {groups.map(({ group, items }) => (
          <optgroup key={group} label={group}>
            {items.map((item) => (
              <option key={item.value} value={item.value}>
                {item.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}
