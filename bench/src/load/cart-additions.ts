// A program that sends the requests of accounts that add products to their carts.
import type { AddToCart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { runConcurrently } from '../concurrency.ts';
import { handleTasks } from '../tasks.ts';
import type { CartAdditionsResult, CartAdditionsTask } from './cart-additions.task.ts';
import { postTo } from './post.ts';

const [origin = ''] = process.argv.slice(2);
const post = postTo(origin);

const run = async ({ additions, concurrency }: CartAdditionsTask): Promise<CartAdditionsResult> => ({
  seconds: await runConcurrently(concurrency, additions, ({ token, product }) => {
    const body: AddToCart = { product_id: product, quantity: 1 };
    return post('/backend/api/cart/', { authorization: `Token ${token}` }, JSON.stringify(body));
  }),
});

handleTasks(run);
