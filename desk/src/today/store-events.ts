import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { merchantEvents } from '@sokuwa/contract/today/today.endpoints.ts';
import type { MerchantEvent } from '@sokuwa/contract/today/today.schemas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What was read before the first stream has opened is read again so much later: the first view must not wait for that. */
const FIRST_EVENT_DELAY_MS = 5000;

/**
 * Reads again what has changed, as soon as the server says where (DESK-11). A hidden page has no stream, because a browser has few
 * connections for all tabs of a site; the first event of each stream names all areas, because something may have changed before. Without a stream, pages read
 * again at intervals.
 */
export const useStoreEvents = (storeId: number): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stream: EventSource | undefined;
    let firstRead: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const readAgain = (areas: readonly string[], before: number) => {
      for (const area of [...areas, 'today'])
        void queryClient.invalidateQueries({
          queryKey: ['store', storeId, area],
          predicate: ({ state }) => state.dataUpdatedAt <= before,
        });
    };
    const onMessage = ({ data }: MessageEvent<string>) => {
      const { areas } = JSON.parse(data) as MerchantEvent;
      const now = Date.now();
      if (isFirst) firstRead = setTimeout(readAgain, FIRST_EVENT_DELAY_MS, areas, now);
      else readAgain(areas, now);
      isFirst = false;
    };
    const follow = () => {
      if (document.visibilityState === 'hidden') {
        stream?.close();
        stream = undefined;
      } else if (stream === undefined || stream.readyState === EventSource.CLOSED) {
        stream = new EventSource(`${API_PREFIX}${merchantEvents.path}?store=${storeId}`);
        stream.addEventListener('message', onMessage);
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stream?.close();
      clearTimeout(firstRead);
    };
  }, [storeId, queryClient]);
};
