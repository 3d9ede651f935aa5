import { toast } from '@sokuwa/ui/toast.ts';
import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import { useRouter } from '@tanstack/react-router';
import { useAppContext } from '../lib/app-context.ts';
import { loginUrl } from '../lib/login-redirect.ts';
import { type SaveTarget, savedTargets } from './saved-targets.ts';

/**
 * Whether something is saved or followed (false on the server and during hydration), and a function that toggles it. For a
 * guest it opens the sign-in page, which leads back.
 */
export const useSaved = (target: SaveTarget): [isSaved: boolean, toggle: () => void] => {
  const router = useRouter();
  const context = useAppContext();
  const isSaved = useAtomValue(savedTargets, false, (targets) => targets.has(target));
  const signIn = () => router.history.push(loginUrl(router.state.location.href));
  return [
    isSaved,
    () => {
      import('./saved-changes.ts').then(
        ({ toggleSaved }) => toggleSaved(context, target, signIn),
        () => toast.error('Network Error'),
      );
    },
  ];
};
