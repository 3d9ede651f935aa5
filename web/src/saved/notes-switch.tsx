import { setSavedNotes } from '@sokuwa/contract/saved/saved.endpoints.ts';
import { Checkbox } from '@sokuwa/ui/checkbox-radio.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '../lib/app-context.ts';
import { errorText } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';
import { notesQuery } from './saved.queries.ts';

/** Whether mails tell of saved items. Nothing until it is known, and where it can't be. */
export function NotesSwitch() {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = notesQuery(api, useSessionToken());
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
