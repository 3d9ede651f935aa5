import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { fetchFirstAttempt } from '../lib/query-client.ts';
import { runWhenIdle } from '../lib/when-idle.ts';
import { countriesQuery } from './geo.queries.ts';

/** Code of the visitor's country, such as 'NG'. During hydration it is the one that the server rendered the page for. */
export const useCountry = (): string => {
  const { country } = useAppContext();
  return useAtomValue(country.atom, country.rendered());
};

/** Used once, in the shell: applies the stored country and its changes, and reloads the page's data for a new country. */
export const useFollowCountry = (): void => {
  const router = useRouter();
  const { api, country, queryClient } = useAppContext();
  useEffect(() => {
    const isKnown = (code: string): Promise<boolean> =>
      fetchFirstAttempt(queryClient, countriesQuery(api)).then(
        (countries) => countries.some(({ country_code }) => country_code === code),
        // Without the list the stored code is trusted, as it was chosen from the list.
        () => true,
      );
    const subscription = country.atom.subscribe(() => {
      router.invalidate().catch(() => {});
    });
    let stop = () => {};
    const follow = () => {
      stop();
      stop = country.followStorage(isKnown);
    };
    // Parts of the page hydrate after the shell. Until then they need the country that they were rendered for.
    const cancelIdle = runWhenIdle(follow);
    // A script of this page may have stored another country; storage events come from other tabs only.
    const stopRouter = router.subscribe('onResolved', ({ fromLocation }) => {
      if (fromLocation) follow();
    });
    return () => {
      cancelIdle();
      stopRouter();
      stop();
      subscription.unsubscribe();
    };
  }, [router, api, country, queryClient]);
};
