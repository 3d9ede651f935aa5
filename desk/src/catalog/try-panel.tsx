import { trySynonyms } from '@sokuwa/contract/catalog/synonyms.endpoints.ts';
import type { SynonymsTrialResult } from '@sokuwa/contract/catalog/synonyms.schemas.ts';
import { useMutation } from '@tanstack/react-query';
import { Search, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { describeError, fieldErrorsOf } from '../lib/errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';

/** Tries a search with a list that is not saved. */
export function TryPanel({ list }: { list: string }) {
  const [search, setSearch] = useState('');
  const trial = useMutation({ mutationFn: () => api.call(trySynonyms, { body: { list, search } }) });
  const errors = fieldErrorsOf(trial.error);
  return (
    <Panel title="Try it" isPadded>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          trial.mutate();
        }}
      >
        <TextField
          label="Search as a shopper would"
          className="flex-[1_1_12rem]"
          maxLength={200}
          value={search}
          error={errors.search?.join(' ')}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button type="submit" icon={<Search />} busy={trial.isPending}>
          Try
        </Button>
      </form>
      <div role="status" className="mt-4">
        {trial.isSuccess && <Found found={trial.data} />}
      </div>
      {trial.isError && !errors.search && (
        <Note tone="bad">{errors.list ? errors.list.join(' ') : describeError(trial.error)}</Note>
      )}
      {trial.isIdle && (
        <p className="text-muted text-xs">
          Shows what a search finds with the list as you have written it, before it is saved.
        </p>
      )}
    </Panel>
  );
}

function Found({ found: { terms, count, present_count, results } }: { found: SynonymsTrialResult }) {
  return (
    <>
      <p className="font-semibold text-heading">
        {formatNumberOf(count, 'product')}
        <span className="font-normal text-muted">
          {count === present_count ? ', as now' : `, now ${formatNumberOf(present_count, 'product')}`}
        </span>
      </p>
      {terms.map(({ words, names }) => (
        <p key={words} className="wrap-anywhere mt-1 text-secondary text-xs">
          “{words}” finds: {names.join(', ')}
        </p>
      ))}
      <ul className="mt-3 divide-y divide-line">
        {results.map(({ id, title, category, image_url, is_new }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <ProductPicture src={image_url ?? ''} size="md" />
            <span className="min-w-0 flex-1">
              <span className="block text-heading">{title}</span>
              <span className="block truncate text-muted text-xs">{category}</span>
            </span>
            {is_new && (
              <Badge tone="accepted" icon={Sparkles}>
                New
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
