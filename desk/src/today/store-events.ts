import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { merchantEvents } from '@sokuwa/contract/today/today.endpoints.ts';
import type { MerchantEvent } from '@sokuwa/contract/today/today.schemas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Reads again what has changed, as soon as the server says where (DESK-11). A hidden page has no stream, because a browser has few
 * connections for all tabs of a site; the first event of the next one names all areas. Without a stream, pages read again at intervals.
 */
export const useStoreEvents = (storeId: number): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stream: EventSource | undefined;
    const onMessage = ({ data }: MessageEvent<string>) => {
      const { areas } = JSON.parse(data) as MerchantEvent;
      for (const area of [...areas, 'today'])
        void queryClient.invalidateQueries({ queryKey: ['store', storeId, area] });
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
    };
  }, [storeId, queryClient]);
};
