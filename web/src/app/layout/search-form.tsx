import { cx } from '@sokuwa/ui/cx.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { searchLink } from '../../lib/links.ts';

/** The term of the results that the page shows; '' on other pages. */
export const useSearchTerm = (): string =>
  useSearch({
    strict: false,
    select: ({ section, query }) => (section === 'searchQuery' ? String(query ?? '') : ''),
  });

/**
 * The search form; an empty term is ignored. The box shows the term of the current results. Before hydration the browser submits
 * the form to the same URL.
 */
export function SearchForm({ className, onSearch }: { className?: string; onSearch?: () => void }) {
  const navigate = useNavigate();
  const term = useSearchTerm();
  const input = useRef<HTMLInputElement>(null);
  const shownTerm = useRef(term);
  useEffect(() => {
    // Do not overwrite the field at hydration, because the visitor may have typed before the script ran.
    if (shownTerm.current === term) return;
    shownTerm.current = term;
    if (input.current) input.current.value = term;
  }, [term]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const enteredTerm = input.current?.value.trim() ?? '';
    if (!enteredTerm) {
      input.current?.focus();
      return;
    }
    onSearch?.();
    navigate(searchLink(enteredTerm));
  };
  return (
    <search className={cx('block', className)}>
      <form action="/product/list" onSubmit={submit} className="flex h-12">
        <input type="hidden" name="section" value="searchQuery" />
        <input
          ref={input}
          name="query"
          type="search"
          defaultValue={term}
          aria-label="Search products"
          placeholder="Search yam, ankara, shea butter…"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          className="h-full w-full min-w-0 appearance-none rounded-sm rounded-r-none border border-heading border-r-0 bg-surface pr-2 pl-4 text-base text-body"
        />
        <input type="hidden" name="page" value="1" />
        <button
          type="submit"
          aria-label="Search"
          className="flex h-full w-12 shrink-0 items-center justify-center rounded-r-sm bg-action text-on-action transition-colors duration-(--sk-dur-fast) hover:bg-action-hover active:bg-action-press"
        >
          <Search className="size-5" />
        </button>
      </form>
    </search>
  );
}
