import { Button } from '@sokuwa/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { followersKey } from './saved.queries.ts';
import { useSaved } from './use-saved.ts';

/** Follows or unfollows a seller. */
export function FollowButton({ id, name, className }: { id: number; name: string; className?: string }) {
  const [isFollowed, toggle] = useSaved(`merchant ${id}`);
  const label = isFollowed ? 'Following' : 'Follow';
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={isFollowed ? <Check className="size-5" /> : <Plus className="size-5" />}
      aria-label={`${label} ${name}`}
      onClick={toggle}
      className={`noscript:hidden ${className ?? ''}`}
    >
      {label}
    </Button>
  );
}

/** "1 follower". @param count from the page's data; the response to a press on the follow button replaces it */
export function Followers({ id, count }: { id: number; count: number }) {
  const { data: current = count } = useQuery<number>({ queryKey: followersKey(id), enabled: false });
  return (
    <>
      {current.toLocaleString('en')} {current === 1 ? 'follower' : 'followers'}
    </>
  );
}
