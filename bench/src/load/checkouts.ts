// A program that sends the requests of buyers who check out, and the payment provider's webhooks.
import { runConcurrently } from '../concurrency.ts';
import { cartItemsOf } from '../shoppers/buyers.ts';
import { handleTasks } from '../tasks.ts';
import { checkOut } from './checkout.ts';
import type { CheckoutsResult, CheckoutsTask } from './checkouts.task.ts';
import { postTo } from './post.ts';

const run = async ({ origin, secret, buyers, concurrency }: CheckoutsTask): Promise<CheckoutsResult> => {
  const post = postTo(origin);
  return {
    seconds: await runConcurrently(concurrency, buyers, (buyer) => checkOut(post, secret, buyer, cartItemsOf(buyer))),
  };
};

handleTasks(run);
