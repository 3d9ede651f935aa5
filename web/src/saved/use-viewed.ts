import { useEffect } from 'react';
import { useApi } from '../lib/app-context.ts';

/** Records that the product was viewed. A failure stays silent, since the shopper did not ask for it. */
export const useRecordView = (productId: number): void => {
  const api = useApi();
  useEffect(() => {
    import('./viewed.ts').then(({ rememberView }) => rememberView(api, productId)).catch(() => {});
  }, [api, productId]);
};
