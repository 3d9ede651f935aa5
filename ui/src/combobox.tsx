import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldText, fieldAria } from './field.tsx';
import { hasWordStartingWith, normalizeSearchText } from './search-text.ts';
import { Spinner } from './spinner.tsx';

/** Maximum number of options in the list, which phones lay out quickly. */
const MAX_SHOWN = 100;

export type Option<Id extends string | number = string | number> = { id: Id; name: string };

export interface ComboboxProps<Id extends string | number> extends FieldText {
  label: string;
  options: readonly Option<Id>[];
  /** May be set before the options are loaded. */
  value: Option<Id> | null;
  onChange: (value: Option<Id> | null) => void;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  /** Why nothing can be chosen yet ("Choose a region first"); disables the field. */
  disabledReason?: string | undefined;
  /** The options are being loaded. */
  loading?: boolean | undefined;
  /** The options could not be loaded: shows the text and a retry button below the field. */
  loadError?: { text: string; onRetry: () => void } | undefined;
  /** Creates an option from typed text that matches no option's name; it is offered at the end of the list. */
  createOption?: ((text: string) => Option<Id>) | undefined;
}

const isSameOption = (a: Option, b: Option | null) => a.id === b?.id;

/**
 * A searchable select (WAI-ARIA combobox) for dozens to thousands of options. The typed text matches the start of any
 * word, ignoring accents. Leaving the field without a selection restores the selected option's name.
 * Render it only in the browser: Base UI's hidden input has a style attribute, which the content security policy blocks
 * in server-rendered HTML.
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
  createOption,
}: ComboboxProps<Id> & { className?: string | undefined }) {
  const id = useId();
  const [typed, setTyped] = useState(value?.name ?? '');
  const normalizedNames = useMemo(
    () => new Map(options.map((option) => [option.id, normalizeSearchText(option.name)])),
    [options],
  );
  const created = useMemo(() => {
    const text = typed.trim().replace(/\s+/g, ' ');
    if (!createOption || text === '' || text === value?.name) return undefined;
    const name = normalizeSearchText(text);
    return [...normalizedNames.values()].includes(name) ? undefined : createOption(text);
  }, [createOption, typed, value, normalizedNames]);
  const items = created ? [...options, created] : options;
  const errorText = error ?? loadError?.text;
  const disabled = disabledReason !== undefined || loadError !== undefined;
  return (
    <Field {...{ id, label, labelHidden, hint, error: errorText, className, required }}>
      <Base.Root
        items={items}
        value={value}
        onValueChange={(next: Option<Id> | null) => onChange(next)}
        onInputValueChange={setTyped}
        itemToStringLabel={(option: Option<Id>) => option.name}
        isItemEqualToValue={isSameOption}
        filter={(option: Option<Id>, query) =>
          hasWordStartingWith(
            normalizedNames.get(option.id) ?? normalizeSearchText(option.name),
            normalizeSearchText(query.trim()),
          )
        }
        limit={MAX_SHOWN}
        autoHighlight
        disabled={disabled}
      >
        <Base.InputGroup className="relative">
          <Base.Input
            {...fieldAria(id, { hint, error: errorText })}
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
            {/* biome-ignore lint/a11y/useValidAriaRole: removes the role "presentation", which has no effect on an element that can have the focus */}
            <Base.Popup
              role={undefined}
              className="flex max-h-[min(22rem,var(--available-height))] flex-col overflow-hidden rounded-md border border-line bg-surface text-body shadow-md"
            >
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
                    <span className="wrap-anywhere min-w-0 flex-1">
                      {option === created ? `Use “${option.name}”` : option.name}
                    </span>
                    <Base.ItemIndicator>
                      <Check className="size-4.5 text-link" />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
              <TruncationNotice total={options.length} />
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

/** A notice that not all options are shown. */
function TruncationNotice({ total }: { total: number }) {
  const shown = Base.useFilteredItems().length;
  return (
    <Base.Status className="empty:hidden">
      {shown >= MAX_SHOWN && total > MAX_SHOWN && (
        <p className="border-line border-t px-4 py-2 text-muted text-sm">
          The first {MAX_SHOWN} are shown. Type to find others.
        </p>
      )}
    </Base.Status>
  );
}
