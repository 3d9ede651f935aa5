import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { useApi } from '../lib/app-context.ts';
import { type HomeTeasers, homeContentQuery } from './home.query.ts';

const subscribeToNothing = () => () => {};

/** Whether the server rendered this page, so that its content is already in the document. */
export const useIsServerRendered = (): boolean => {
  const hydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  return useState(hydrating)[0];
};

/** What operators decide on the home page; undefined while it loads. The built-in content if it cannot be loaded. */
export const useHomeContent = (): HomeTeasers | undefined => {
  const { preview } = useSearch({ from: '/' });
  const isServerRendered = useIsServerRendered();
  const { data, isLoading, failureCount } = useQuery(homeContentQuery(useApi(), preview));
  return data ?? (!isServerRendered && isLoading && failureCount === 0 ? undefined : DEFAULT_HOME);
};
