import { ListPage } from '../catalog/index.ts';
import { FollowButton, Followers } from '../saved/index.ts';
import { WithProductActions } from './-product-actions.tsx';

export { ListLoading } from '../catalog/index.ts';

const MERCHANT_SLOTS = { Followers, FollowButton };

export function List({ data }: { data: Parameters<typeof ListPage>[0]['data'] }) {
  return (
    <WithProductActions>
      <ListPage data={data} merchantSlots={MERCHANT_SLOTS} />
    </WithProductActions>
  );
}
