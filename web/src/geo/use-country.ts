import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { countriesQuery } from './geo.queries.ts';

/** Code of the visitor's country, such as 'NG'. Starts as the one that the server rendered the page for. */
export const useCountry = (): string => {
  const { country } = useAppContext();
  return useAtomValue(country.atom, country.rendered());
};

/** Stands once in the shell: takes over the stored country, follows changes of it, and has pages load anew for it. */
export const useFollowCountry = (): void => {
  const router = useRouter();
  const { api, country, queryClient } = useAppContext();
  useEffect(() => {
    const isKnown = (code: string): Promise<boolean> =>
      queryClient.ensureQueryData({ ...countriesQuery(api), retry: false }).then(
        (countries) => countries.some(({ country_code }) => country_code === code),
        // Without the list the choice is trusted: it was made from one.
        () => true,
      );
    const changes = country.atom.subscribe(() => {
      router.invalidate().catch(() => {});
    });
    let stop = () => {};
    const follow = () => {
      stop();
      stop = country.followStorage(isKnown);
    };
    // Parts of the page come alive after the shell; until then they must find the country they were rendered for.
    const calledOff = whenIdle(follow);
    // Something on the page itself may have stored another one, which no storage event tells.
    const moved = router.subscribe('onResolved', ({ fromLocation }) => {
      if (fromLocation) follow();
    });
    return () => {
      calledOff();
      moved();
      stop();
      changes.unsubscribe();
    };
  }, [router, api, country, queryClient]);
};
