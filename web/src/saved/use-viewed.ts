import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Remembers that the product was looked at. Nothing is said where it can't be: nobody asked for it. */
export const useViewed = (productId: number): void => {
  const { api } = useRouter().options.context;
  useEffect(() => {
    import('./viewed.ts').then(({ rememberView }) => rememberView(api, productId)).catch(() => {});
  }, [api, productId]);
};
