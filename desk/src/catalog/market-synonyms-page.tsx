import { changeSynonyms } from '@sokuwa/contract/catalog/synonyms.endpoints.ts';
import type { SynonymList, SynonymsChange } from '@sokuwa/contract/catalog/synonyms.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { readDraft, removeDraft, storeDraft } from '../lib/drafts.ts';
import { describeError, fieldErrorsOf, isRefusal } from '../lib/errors.ts';
import { formatDayAndTime } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ConflictDialog } from '../ui/conflict-dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { UnsavedBar } from '../ui/foot-bar.tsx';
import { Note } from '../ui/note.tsx';
import { Columns, Panel } from '../ui/panel.tsx';
import { ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { synonymsQuery } from './synonyms.queries.ts';
import { TryPanel } from './try-panel.tsx';

/** The synonyms of the search, with a box in which a list is tried. */
export function SynonymsPage({ isWritable }: { isWritable: boolean }) {
  const { data, error, refetch } = useQuery(synonymsQuery);
  return (
    <>
      <p className="py-3 text-muted">{data ? describeChange(data) : 'Names that mean the same to the search'}</p>
      {data ? (
        <SynonymsEditor saved={data} isWritable={isWritable} />
      ) : (
        <Panel title="Synonyms" titleHidden>
          {error ? (
            <ErrorPanel what="The synonyms" error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingRows label="Loading the synonyms" />
          )}
        </Panel>
      )}
    </>
  );
}

const describeChange = ({ changed_at, is_built_in }: SynonymList): string => {
  if (changed_at === null) return 'The list that the shop comes with';
  return `${is_built_in ? 'The list that the shop comes with, since' : 'Changed'} ${formatDayAndTime(changed_at)}`;
};

const DRAFT_KEY = 'synonyms';

/** The text of the form. Until it is saved, it is a draft on this device, together with the version that it changes. */
const useListDraft = (saved: SynonymList) => {
  const [edited, setEdited] = useState(() => {
    const draft = readDraft(DRAFT_KEY) as { list?: unknown; revision?: unknown } | undefined;
    return typeof draft?.list === 'string' && typeof draft.revision === 'number'
      ? { list: draft.list, revision: draft.revision }
      : undefined;
  });
  const set = (next: { list: string; revision: number } | undefined) => {
    setEdited(next);
    if (next) storeDraft(DRAFT_KEY, next);
    else removeDraft(DRAFT_KEY);
  };
  const { list, revision } = edited ?? saved;
  return {
    list,
    revision,
    isChanged: list !== saved.list,
    edit: (text: string) => set({ list: text, revision }),
    /** Replaces the text by another list, such as the one that somebody else has saved. */
    rebase: (text: string, from: number) => set({ list: text, revision: from }),
    discard: () => set(undefined),
  };
};

function SynonymsEditor({ saved, isWritable }: { saved: SynonymList; isWritable: boolean }) {
  const queryClient = useQueryClient();
  const draft = useListDraft(saved);
  const [theirs, setTheirs] = useState<SynonymList>();
  const [isResetting, setResetting] = useState(false);
  const change = useMutation({
    mutationFn: (body: SynonymsChange) => api.call(changeSynonyms, { body }),
    onSuccess: (changed) => {
      queryClient.setQueryData(synonymsQuery.queryKey, changed);
      draft.discard();
      setResetting(false);
      toast.success('Saved. Searches use it now.');
    },
    onError: (error) => {
      if (isRefusal(error, 'synonyms_changed')) setTheirs(error.current as SynonymList);
    },
  });
  const problems = fieldErrorsOf(change.error).list;
  const isOtherError = change.isError && !problems && !isRefusal(change.error, 'synonyms_changed');
  return (
    <Columns isEven>
      <Panel title="The list" isPadded>
        <p className="mb-3 text-secondary">
          One group a line, names separated by commas. In <code>shoes &gt; sandals, slippers</code> the name on the left
          finds those on the right too, but not the reverse. What comes after # is a remark.
        </p>
        <TextArea
          label="Synonyms"
          labelHidden
          rows={20}
          spellCheck={false}
          readOnly={!isWritable}
          value={draft.list}
          error={problems?.join(' ')}
          onChange={({ target }) => draft.edit(target.value)}
        />
        {isOtherError && !isResetting && (
          <Note tone="bad" className="mt-3">
            {describeError(change.error)}
          </Note>
        )}
        {isWritable && !saved.is_built_in && (
          <Button className="mt-3" icon={<RotateCcw />} onClick={() => setResetting(true)}>
            Use the list that the shop comes with…
          </Button>
        )}
      </Panel>
      {isWritable && <TryPanel list={draft.list} />}
      {isWritable && draft.isChanged && (
        <UnsavedBar
          detail="Kept on this device until you save"
          isSaving={change.isPending}
          onDiscard={draft.discard}
          onSave={() => change.mutate({ revision: draft.revision, list: draft.list })}
        >
          The list is changed
        </UnsavedBar>
      )}
      {isResetting && (
        <ConfirmDialog
          title="Use the list that the shop comes with?"
          keepLabel="Keep this list"
          confirmLabel="Use that list"
          isBusy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ revision: saved.revision, list: null })}
          onClose={() => setResetting(false)}
        >
          Searches use it at once. Your list stays in the audit log.
        </ConfirmDialog>
      )}
      {theirs && (
        <ConflictDialog
          what="list"
          names={{ list: 'Synonyms' }}
          mine={{ list: draft.list }}
          theirs={{ list: theirs.list }}
          fields={['list']}
          onChoose={({ list = draft.list }) => {
            draft.rebase(list, theirs.revision);
            queryClient.setQueryData(synonymsQuery.queryKey, theirs);
            setTheirs(undefined);
            setResetting(false);
          }}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </Columns>
  );
}
