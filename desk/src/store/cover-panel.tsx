import { changeStore } from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { shrinkPicture } from '../lib/shrink-picture.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { Cover, CoverInput } from './cover.tsx';
import { storeQuery } from './store.queries.ts';
import { useCover } from './use-cover.ts';

/** The cover picture by itself, for a store that is prepared. @param src the saved one */
export function CoverPanel({
  storeId,
  src,
  onSaved,
}: {
  storeId: number;
  src: string | null;
  onSaved: (coverUrl: string | null) => void;
}) {
  const queryClient = useQueryClient();
  const { cover, error, choose, reset } = useCover();
  const save = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.set('image', await shrinkPicture(file), file.name);
      return getStoreApi(storeId).call(changeStore, { body: form });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(storeQuery(storeId).queryKey, saved);
      reset();
      toast.success('The cover is saved.');
      onSaved(saved.cover_url);
    },
  });
  const shown = cover?.preview ?? src;
  const failure = error ?? (save.error ? describeError(save.error) : undefined);
  return (
    <Panel title="Cover" isPadded>
      {shown !== null && <Cover src={shown} />}
      <div className="mt-2 flex flex-wrap gap-2">
        <CoverInput
          label={shown === null ? 'Add a cover' : 'Choose another cover'}
          disabled={save.isPending}
          onFile={choose}
        />
        {cover && (
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(cover.file)}>
            Save the cover
          </Button>
        )}
      </div>
      <p role="status" className="mt-1 font-medium text-danger text-xs">
        {failure}
      </p>
      <p className="mt-1 text-muted text-xs">A wide picture of what you sell, at least 1600 × 640 pixels.</p>
    </Panel>
  );
}
