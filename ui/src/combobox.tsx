import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldText, fieldAria } from './field.tsx';
import { hasWordStartingWith, normalizeSearchText } from './search-text.ts';
import { Spinner } from './spinner.tsx';

/** Options that are shown at once: a phone lays out a hundred quickly, and nobody reads more. */
const MOST_SHOWN = 100;

export type Option<Id extends string | number = string | number> = { id: Id; name: string };

export interface ComboboxProps<Id extends string | number> extends FieldText {
  label: string;
  options: readonly Option<Id>[];
  /** May be known before the options are. */
  value: Option<Id> | null;
  onChange: (value: Option<Id> | null) => void;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  /** Why nothing can be chosen yet ("Choose a region first"); disables the field. */
  disabledReason?: string | undefined;
  /** The options are on their way. */
  loading?: boolean | undefined;
  /** The options could not be had: says so below the field, with a way to ask again. */
  loadError?: { text: string; onRetry: () => void } | undefined;
}

const sameOption = (a: Option, b: Option | null) => a.id === b?.id;

/**
 * A select that is searched by typing: for lists of dozens to thousands. The words of a name are matched from their
 * beginnings, without regard to accents. What is typed and not chosen is taken back. For what the browser makes alone: in
 * a page from the server, the page's policy would refuse the style of the library's hidden field.
 */
export function Combobox<Id extends string | number>({
  label,
  labelHidden,
  hint,
  error,
  className,
  options,
  value,
  onChange,
  placeholder,
  required,
  disabledReason,
  loading = false,
  loadError,
}: ComboboxProps<Id> & { className?: string | undefined }) {
  const id = useId();
  const [typed, setTyped] = useState(value?.name ?? '');
  const folded = useMemo(
    () => new Map(options.map((option) => [option.id, normalizeSearchText(option.name)])),
    [options],
  );
  const wrong = error ?? loadError?.text;
  const disabled = disabledReason !== undefined || loadError !== undefined;
  return (
    <Field {...{ id, label, labelHidden, hint, error: wrong, className, required }}>
      <Base.Root
        items={options}
        value={value}
        onValueChange={(next: Option<Id> | null) => onChange(next)}
        onInputValueChange={setTyped}
        itemToStringLabel={(option: Option<Id>) => option.name}
        isItemEqualToValue={sameOption}
        filter={(option: Option<Id>, query) =>
          hasWordStartingWith(
            folded.get(option.id) ?? normalizeSearchText(option.name),
            normalizeSearchText(query.trim()),
          )
        }
        limit={MOST_SHOWN}
        autoHighlight
        disabled={disabled}
      >
        <Base.InputGroup className="relative">
          <Base.Input
            {...fieldAria(id, { hint, error: wrong })}
            aria-required={required}
            aria-busy={loading || undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={disabledReason ?? (loading ? 'Loading…' : placeholder)}
            className={cx(controlClass, 'truncate pl-4', value && !disabled ? 'pr-22' : 'pr-12')}
          />
          <div className="absolute inset-y-0.5 right-0.5 flex">
            {!disabled && (
              <Base.Clear aria-label={`Clear ${label}`} className="flex w-10 items-center justify-center text-muted">
                <X className="size-4.5" />
              </Base.Clear>
            )}
            <Base.Trigger
              aria-label={`Show the list: ${label}`}
              className={cx('flex w-11 items-center justify-center', disabled ? 'text-muted' : 'text-heading')}
            >
              {loading ? <Spinner /> : <ChevronDown className="size-5" />}
            </Base.Trigger>
          </div>
        </Base.InputGroup>
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="z-50 w-(--anchor-width) max-w-(--available-width)">
            <Base.Popup className="flex max-h-[min(22rem,var(--available-height))] flex-col overflow-hidden rounded-md border border-line bg-surface text-body shadow-md">
              <Base.Empty className="empty:hidden">
                <p className="wrap-anywhere px-4 py-3 text-muted">
                  {loading
                    ? 'Loading…'
                    : options.length === 0
                      ? 'There is nothing to choose from.'
                      : `Nothing found for “${typed}”.`}
                </p>
              </Base.Empty>
              <Base.List className="min-h-0 overflow-y-auto overscroll-contain p-1 data-empty:p-0">
                {(option: Option<Id>) => (
                  <Base.Item
                    key={option.id}
                    value={option}
                    className="flex min-h-11 cursor-default select-none items-center gap-3 rounded-sm px-3 py-2 data-highlighted:bg-quiet data-selected:font-semibold"
                  >
                    <span className="wrap-anywhere min-w-0 flex-1">{option.name}</span>
                    <Base.ItemIndicator>
                      <Check className="size-4.5 text-link" />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
              <More total={options.length} />
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {loadError && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={loadError.onRetry}>
          Try Again
        </Button>
      )}
    </Field>
  );
}

/** Says that there are more than are shown. */
function More({ total }: { total: number }) {
  const shown = Base.useFilteredItems().length;
  return (
    <Base.Status className="empty:hidden">
      {shown >= MOST_SHOWN && total > MOST_SHOWN && (
        <p className="border-line border-t px-4 py-2 text-muted text-sm">
          The first {MOST_SHOWN} are shown. Type to find others.
        </p>
      )}
    </Base.Status>
  );
}
