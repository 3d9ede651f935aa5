import * as calls from '@sokuwa/contract/saved/saved.endpoints.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { mutationOptions, type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { AppContext } from '../lib/app-context.ts';
import { pendingVariables, runMutation } from '../lib/mutations.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { tokens } from '../lib/token-store.ts';
import { storePendingSave, takePendingSave } from './pending-save.ts';
import { followersKey, savedIdsQuery, savedKey } from './saved.queries.ts';
import { type SaveTarget, savedTargets } from './saved-targets.ts';

/** Loaded on demand: when a token is stored, or with a guest's first press. */

type SavedChange = { target: SaveTarget; isSaved: boolean };

const changeKey = (token: string) => ['saved-change', token] as const;

const pendingChanges = (queryClient: QueryClient, token: string) =>
  pendingVariables<SavedChange>(queryClient, changeKey(token));

const withChange = (targets: readonly SaveTarget[], { target, isSaved }: SavedChange): SaveTarget[] => {
  const others = targets.filter((other) => other !== target);
  return isSaved ? [...others, target] : others;
};

const sendChange = async ({ api, queryClient }: AppContext, token: string, { target, isSaved }: SavedChange) => {
  const [kind, digits] = target.split(' ');
  const id = Number(digits);
  if (kind === 'product') {
    await api.call(isSaved ? calls.saveItem : calls.unsaveItem, { params: { productId: id }, token });
  } else {
    const endpoint = isSaved ? calls.followSeller : calls.unfollowSeller;
    const { follower_count } = await api.call(endpoint, { params: { merchantId: id }, token });
    queryClient.setQueryData(followersKey(id), follower_count);
  }
};

/** The scope runs changes of one target one after another, so that the last press decides (SAVED-6). */
const changeMutation = (context: AppContext, token: string, target: SaveTarget) => {
  const { api, queryClient } = context;
  const { queryKey } = savedIdsQuery(api, token);
  /** A later press on the same target follows, or the session has ended. */
  const isSuperseded = (change: SavedChange) =>
    pendingChanges(queryClient, token).findLast((other) => other.target === target) !== change ||
    tokens.get() !== token;
  return mutationOptions({
    mutationKey: [...changeKey(token), target],
    scope: { id: `saved-change ${token} ${target}` },
    // Fail at once without a connection: a paused change would look like a slow one.
    networkMode: 'always',
    mutationFn: async (change: SavedChange) => {
      if (isSuperseded(change)) return;
      await sendChange(context, token, change);
      // A response from before the change would undo it on the page.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (targets) => targets && withChange(targets, change));
    },
    onError: (error) => toast.error(describeError(error)),
    onSettled: () => {
      if (pendingChanges(queryClient, token).length === 1)
        void queryClient.invalidateQueries({ queryKey: savedKey(token) });
    },
  });
};

const changeSaved = (context: AppContext, token: string, change: SavedChange): void => {
  followSavedTargets(context, token);
  // The mutation's onError reports a failure.
  runMutation(context.queryClient, changeMutation(context, token, change.target), change).catch(() => {});
};

let followed: { token: string; stop: () => void } | undefined;

/**
 * Keeps `savedTargets` up to date for the account until another token is stored, and refetches whenever the visitor
 * returns to the page: another browser may have changed it (SAVED-7).
 */
export const followSavedTargets = (context: AppContext, token: string): void => {
  if (followed?.token === token) return;
  followed?.stop();
  const { api, queryClient } = context;
  const query = savedIdsQuery(api, token);
  const update = () => {
    const loaded: readonly SaveTarget[] = queryClient.getQueryData(query.queryKey) ?? [];
    const next = new Set(pendingChanges(queryClient, token).reduce(withChange, loaded));
    const shown = savedTargets.get();
    if (next.size !== shown.size || [...next].some((target) => !shown.has(target))) savedTargets.set(next);
  };
  const refetch = () => void queryClient.refetchQueries({ queryKey: query.queryKey });
  const stopQuery = new QueryObserver(queryClient, query).subscribe(update);
  const stopMutations = queryClient.getMutationCache().subscribe(update);
  // The library refetches when the page becomes visible; a window beside another one stays visible and only gets focus.
  addEventListener('focus', refetch);
  const stopToken = tokens.subscribe(() => {
    if (tokens.get() !== token) stop();
  });
  const stop = () => {
    stopQuery();
    stopMutations();
    removeEventListener('focus', refetch);
    stopToken();
    followed = undefined;
    savedTargets.set(new Set<SaveTarget>());
  };
  followed = { token, stop };
  update();
  void applyPendingSave(context, token);
};

/** Saves what the guest pressed before the sign-in (SAVED-10), unless it is saved already. */
const applyPendingSave = async (context: AppContext, token: string): Promise<void> => {
  const { api, queryClient } = context;
  // If the state can't be loaded, saving again does no harm.
  const saved = await queryClient.fetchQuery(savedIdsQuery(api, token)).catch((): SaveTarget[] => []);
  if (tokens.get() !== token) return;
  const target = takePendingSave();
  if (target && !saved.includes(target)) changeSaved(context, token, { target, isSaved: true });
};

/** Handles a press on a heart or a follow button. @param signIn opens the sign-in page for a guest */
export const toggleSaved = (context: AppContext, target: SaveTarget, signIn: () => void): void => {
  const token = tokens.get();
  if (token === null) {
    storePendingSave(target);
    signIn();
    return;
  }
  followSavedTargets(context, token);
  changeSaved(context, token, { target, isSaved: !savedTargets.get().has(target) });
};

/** Removes a product from the saved items. */
export const unsaveProduct = (context: AppContext, productId: number): void => {
  const token = tokens.get();
  if (token !== null) changeSaved(context, token, { target: `product ${productId}`, isSaved: false });
};
