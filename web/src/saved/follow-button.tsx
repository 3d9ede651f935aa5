import { Button } from '@sokuwa/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { followersKey } from './saved.queries.ts';
import { useMark } from './use-mark.ts';

/** Follows a seller, or does so no longer. */
export function FollowButton({ id, name, className }: { id: number; name: string; className?: string }) {
  const [followed = false, press] = useMark(`merchant ${id}`);
  const label = followed ? 'Following' : 'Follow';
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={followed ? <Check className="size-5" /> : <Plus className="size-5" />}
      aria-label={`${label} ${name}`}
      onClick={press}
      className={`noscript:hidden ${className ?? ''}`}
    >
      {label}
    </Button>
  );
}

/** "1 follower". @param count as the page knew it */
export function Followers({ id, count }: { id: number; count: number }) {
  // Whoever presses is answered how many they are now.
  const { data: now = count } = useQuery<number>({ queryKey: followersKey(id), enabled: false });
  return (
    <>
      {now.toLocaleString('en')} {now === 1 ? 'follower' : 'followers'}
    </>
  );
}
