import { cx } from '@sokuwa/ui/cx.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { type LinkProps, useRouter } from '@tanstack/react-router';
import {
  ArrowRight,
  CreditCard,
  History,
  type LucideIcon,
  MailQuestionMark,
  MessageSquare,
  Package,
  Search,
  Store,
  Tag,
  User,
  X,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { readDraft, storeDraft } from '../lib/drafts.ts';
import { describeError } from '../lib/errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import type { Workplace } from '../lib/session.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { OrderBadge } from '../orders/index.ts';
import { ProductBadge } from '../products/index.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, iconButtonClass } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { listCommands, listSearches } from './commands.ts';
import { findQuery, MIN_LETTERS } from './find.queries.ts';
import { addSearch, markWords, matchesAll, moveActive, parseSearches, toWords } from './find.rules.ts';
import type { Found, GroupName } from './found-groups.ts';

/** A place of the navigation. */
export type SearchPlace = { name: string; icon: LucideIcon; link: Pick<LinkProps, 'to' | 'params'> };

const GROUP_ICONS: Record<GroupName, LucideIcon> = {
  Orders: Package,
  Products: Tag,
  Messages: MessageSquare,
  Payments: CreditCard,
  Customers: User,
  Merchants: Store,
};
const SCOPES: Record<Workplace['of'], readonly GroupName[]> = {
  merchant: ['Orders', 'Products', 'Messages'],
  operator: ['Orders', 'Payments', 'Customers', 'Merchants', 'Products'],
};

type Option = Pick<Found, 'key' | 'title' | 'code' | 'picture' | 'state'> & {
  detail?: string;
  icon: LucideIcon;
  /** A path of the desk, or a search to repeat. */
  target: { address: string } | { href: string } | { search: string };
};
type Group = { name: string; options: Option[] };

/** Where the last searches are kept. They are personal data, so they go with the drafts when somebody signs out. */
const searchesKey = (workplace: Workplace): string =>
  `searches ${workplace.of === 'merchant' ? workplace.merchant_id : 'market'}`;

/**
 * The search across everything: what is found, places and things to do, in one list. The focus stays in the field, and the arrows move the
 * active option (WAI-ARIA combobox).
 */
export function SearchDialog({
  workplace,
  places,
  onClose,
}: {
  workplace: Workplace;
  places: readonly SearchPlace[];
  onClose: () => void;
}) {
  const id = useId();
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [text, setText] = useDebouncedSearch(query, setQuery);
  const [scope, setScope] = useState<GroupName>();
  const found = useQuery(findQuery(workplace, query));
  const searches = useMemo(() => parseSearches(readDraft(searchesKey(workplace))), [workplace]);
  const words = useMemo(() => toWords(text), [text]);
  const placeOptions = useMemo(
    () =>
      places.map(
        ({ name, icon, link }): Option => ({
          key: `place ${name}`,
          title: name,
          icon,
          target: { href: router.buildLocation(link).publicHref },
        }),
      ),
    [places, router],
  );
  const groups = useMemo((): Group[] => {
    const commandOptions = (commands: ReturnType<typeof listCommands>, icon: LucideIcon): Option[] =>
      commands.map(({ name, address }) => ({ key: `command ${name}`, title: name, icon, target: { address } }));
    const isSearch = query.length >= MIN_LETTERS && text.trim() !== '';
    const results = isSearch ? (found.data ?? []).filter(({ name }) => scope === undefined || name === scope) : [];
    const all: Group[] = [
      ...(text.trim() === ''
        ? [
            {
              name: 'Last searches',
              options: searches.map((search) => ({
                key: `search ${search}`,
                title: search,
                icon: History,
                target: { search },
              })),
            },
          ]
        : []),
      ...results.map(({ name, found: entries }) => ({
        name,
        options: entries.map(({ address, ...entry }) => ({ ...entry, icon: GROUP_ICONS[name], target: { address } })),
      })),
    ];
    if (scope === undefined)
      all.push(
        { name: 'Go to', options: placeOptions.filter(({ title }) => matchesAll(title, words)) },
        {
          name: 'Do',
          options: [
            ...commandOptions(
              listCommands(workplace).filter(({ name }) => matchesAll(name, words)),
              ArrowRight,
            ),
            ...(isSearch ? commandOptions(listSearches(workplace, query), Search) : []),
          ],
        },
      );
    return all.filter(({ options }) => options.length > 0);
  }, [found.data, placeOptions, query, scope, searches, text, words, workplace]);
  const options = groups.flatMap((group) => group.options);
  const [activeKey, setActiveKey] = useState<string>();
  const active = Math.max(
    0,
    options.findIndex(({ key }) => key === activeKey),
  );
  const activeOption = options[active];
  const idOf = (key: string): string => `${id}-${key.replaceAll(/\W/g, '-')}`;

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    if (activeOption) document.getElementById(idOf(activeOption.key))?.scrollIntoView({ block: 'nearest' });
  });

  const choose = ({ target }: Option, isNewTab: boolean) => {
    if ('search' in target) {
      setText(target.search);
      setQuery(target.search);
      return;
    }
    if (text.trim().length >= MIN_LETTERS) storeDraft(searchesKey(workplace), addSearch(searches, text.trim()));
    const href = 'href' in target ? target.href : `/desk${target.address}`;
    if (isNewTab) window.open(href, '_blank', 'noopener');
    else {
      dialog.current?.close();
      router.history.push(href);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !activeOption) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActiveKey(options[moveActive(active, event.key === 'ArrowDown' ? 1 : -1, options.length)]?.key);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(activeOption, event.ctrlKey || event.metaKey);
    }
  };

  const foundCount = found.data?.reduce((sum, group) => sum + group.found.length, 0) ?? 0;
  const isSearching = text.trim() !== query || (query.length >= MIN_LETTERS && found.isFetching);
  const isSearch = text.trim().length >= MIN_LETTERS;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it without a handler
    <dialog
      ref={dialog}
      // biome-ignore lint/a11y/noRedundantRoles: the keyboard shortcuts and other parts find open dialogs by it
      role="dialog"
      aria-label="Search everything"
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        // A press on the backdrop.
        if (target === currentTarget) currentTarget.close();
      }}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-surface p-0 text-body backdrop:bg-(--sk-scrim) open:flex open:flex-col lg:mx-auto lg:mt-18 lg:h-auto lg:max-h-[calc(100dvh-9rem)] lg:w-168 lg:rounded-lg lg:rounded-br-[2.5rem] lg:shadow-lg"
    >
      <div className="flex h-14 shrink-0 items-center gap-2 border-line border-b pr-2 pl-4 has-[input:focus]:border-action">
        <Search className="size-4.5 text-muted" />
        <input
          role="combobox"
          aria-label="Search everything"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeOption ? idOf(activeOption.key) : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          value={text}
          placeholder={
            workplace.of === 'merchant'
              ? 'Order, product, buyer, message'
              : 'Order, payment, customer, merchant, product'
          }
          onChange={({ target }) => {
            setText(target.value);
            setActiveKey(undefined);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-base shadow-none! outline-none! placeholder:text-muted"
        />
        <button
          type="button"
          aria-label="Close the search"
          title="Close (Esc)"
          className={iconButtonClass()}
          onClick={() => dialog.current?.close()}
        >
          <X />
        </button>
      </div>
      {isSearch && (
        <fieldset className="no-scrollbar flex shrink-0 gap-1.5 overflow-x-auto px-4 pt-2.5">
          <legend className="sr-only">Where</legend>
          {[undefined, ...SCOPES[workplace.of]].map((name) => (
            <button
              key={name ?? 'all'}
              type="button"
              aria-pressed={scope === name}
              onClick={() => setScope(name)}
              className="inline-flex h-11 shrink-0 items-center rounded-full border border-line-strong px-3 font-medium text-xs aria-pressed:border-action aria-pressed:bg-action-quiet aria-pressed:text-action lg:pointer-fine:h-8"
            >
              {name ?? 'Everything'}
            </button>
          ))}
        </fieldset>
      )}
      <div className="shrink-0">
        <p role="status" className="sr-only">
          {isSearch && (isSearching ? 'Searching' : `Found ${formatNumberOf(foundCount, 'result')}`)}
        </p>
        {isSearch && isSearching && !found.data && (
          <div aria-hidden="true" className="flex flex-col gap-4 px-4 pt-4">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        )}
        {isSearch && found.isError && !isSearching && (
          <Note tone="bad" className="m-4 mb-0">
            <p>The search did not work. {describeError(found.error)}</p>
            <Button size="sm" className="mt-2" onClick={() => void found.refetch()}>
              Try again
            </Button>
          </Note>
        )}
        {isSearch && !isSearching && found.data && foundCount === 0 && (
          <p className="wrap-anywhere px-4 pt-4 text-secondary">
            Nothing found for “{query}”. All words must occur: in a number, a name or a title, from its beginning.
          </p>
        )}
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Found"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={group.name} role="group" aria-labelledby={idOf(`group ${group.name}`)}>
            <div id={idOf(`group ${group.name}`)} className="px-4 pt-3.5 pb-1 font-semibold text-muted text-xs">
              {group.name}
            </div>
            {group.options.map((option) => (
              <OptionRow
                key={option.key}
                id={idOf(option.key)}
                option={option}
                words={words}
                isActive={option === activeOption}
                onActive={() => setActiveKey(option.key)}
                onChoose={(isNewTab) => choose(option, isNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="flex shrink-0 items-center gap-4 border-line border-t px-4 py-2.5 text-muted text-xs max-lg:hidden">
        <span>
          <Key>↑</Key> <Key>↓</Key> choose
        </span>
        <span>
          <Key>Enter</Key> open
        </span>
        <span>
          <Key>Ctrl</Key> <Key>Enter</Key> in a new tab
        </span>
      </p>
    </dialog>
  );
}

function Key({ children }: { children: ReactNode }) {
  return <kbd className="rounded-xs border border-line-strong bg-surface px-1 font-sans text-2xs">{children}</kbd>;
}

function OptionRow({
  id,
  option,
  words,
  isActive,
  onActive,
  onChoose,
}: {
  id: string;
  option: Option;
  words: readonly string[];
  isActive: boolean;
  onActive: () => void;
  onChoose: (isNewTab: boolean) => void;
}) {
  const { code, title, detail, picture, icon: Icon, state } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
      className={cx(
        'flex min-h-12 cursor-pointer items-center gap-3 px-4 py-1 lg:min-h-11',
        isActive && 'bg-action-quiet shadow-[inset_3px_0_var(--sk-action)]',
      )}
    >
      {picture === undefined ? (
        <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-quiet text-secondary lg:size-8">
          <Icon className="size-4.5" />
        </span>
      ) : (
        <ProductPicture src={picture} size="md" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {code !== undefined && (
            <>
              <b className="font-semibold text-heading">
                <Marked text={code} words={words} />
              </b>
              {' · '}
            </>
          )}
          <Marked text={title} words={words} />
        </span>
        {detail !== undefined && (
          <span className="block truncate text-muted text-xs">
            <Marked text={detail} words={words} />
          </span>
        )}
      </span>
      {state && (
        <span className="max-lg:hidden">
          <StateBadge state={state} />
        </span>
      )}
    </div>
  );
}

function StateBadge({ state }: { state: NonNullable<Found['state']> }) {
  if (state.of === 'order') return <OrderBadge order={state.order} />;
  if (state.of === 'product') return <ProductBadge state={state.product.state} />;
  return state.isUnanswered ? (
    <Badge tone="waiting" icon={MailQuestionMark}>
      Unanswered
    </Badge>
  ) : null;
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  let offset = 0;
  return markWords(text, words).map((part) => {
    const key = offset;
    offset += part.text.length;
    return part.isMatch ? (
      <mark key={key} className="rounded-[2px] bg-marigold-100 font-semibold text-inherit">
        {part.text}
      </mark>
    ) : (
      part.text
    );
  });
}
