import { setSavedMailSettings } from '@sokuwa/contract/saved/saved.endpoints.ts';
import { Checkbox } from '@sokuwa/ui/checkbox-radio.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';
import { savedMailsQuery } from './saved.queries.ts';

/** Turns the mails about saved items on and off (SAVED-12). Hidden until the setting is loaded. */
export function SavedMailsSwitch() {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const query = savedMailsQuery(api, token);
  const { data } = useQuery(query);
  const { mutate } = useMutation({
    // One request after another: the last press decides.
    scope: { id: `saved-mails ${token}` },
    networkMode: 'always',
    onMutate: (enabled: boolean) => {
      queryClient.setQueryData(query.queryKey, enabled);
    },
    mutationFn: (enabled: boolean) => api.call(setSavedMailSettings, { body: { enabled } }),
    onError: (error) => {
      toast.error(describeError(error));
      void queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  return (
    <div className="mb-4 min-h-11">
      {data !== undefined && (
        <Checkbox
          label="Email me about restocks and price drops, at most once a day"
          checked={data}
          onChange={(event) => mutate(event.target.checked)}
        />
      )}
    </div>
  );
}
