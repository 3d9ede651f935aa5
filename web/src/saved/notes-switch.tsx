import { setSavedNotes } from '@sokuwa/contract/saved/saved.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useHolder } from '../account/holder.ts';
import { errorText } from '../shell/refusal-texts.ts';
import { Checkbox } from '../ui/choice.tsx';
import { toast } from '../ui/toast.ts';
import { notesQuery } from './saved.queries.ts';

/** Whether mails tell of saved items. Nothing until it is known, and where it can't be. */
export function NotesSwitch() {
  const { api } = useRouter().options.context;
  const queryClient = useQueryClient();
  const query = notesQuery(api, useHolder());
  const { data } = useQuery(query);
  /** Calls go one after the other: the last press is what stays. */
  const turn = useRef(Promise.resolve());
  const choose = (enabled: boolean) => {
    queryClient.setQueryData(query.queryKey, enabled);
    turn.current = turn.current.then(async () => {
      try {
        await api.call(setSavedNotes, { body: { enabled } });
      } catch (error) {
        toast.error(errorText(error));
        await queryClient.invalidateQueries({ queryKey: query.queryKey });
      }
    });
  };
  return (
    <div className="mb-4 min-h-11">
      {data !== undefined && (
        <Checkbox
          label="Mail me when something here is back in stock or cheaper, once a day at most"
          checked={data}
          onChange={(event) => choose(event.target.checked)}
        />
      )}
    </div>
  );
}
