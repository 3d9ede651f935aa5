// Buyers who check out, and the provider that tells the shop of their payments: a process of its own.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { inLanes } from '../concurrency.ts';
import { answerOrders } from '../tasks.ts';
import { checkOut, type Post } from './checkout.ts';
import type { CheckoutsAnswer, CheckoutsOrder } from './checkouts.task.ts';

const agent = new Agent({ keepAlive: true });

const postTo =
  (origin: string): Post =>
  (path, headers, body) =>
    new Promise((resolve, reject) => {
      const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const sent = request(origin + path, { method: 'POST', agent, headers: { ...headers, ...length } }, (answer) => {
        text(answer).then((said) => {
          if (answer.statusCode === 200) resolve(said);
          else reject(new Error(`${path} answered ${answer.statusCode}: ${said}`));
        }, reject);
      });
      sent.on('error', reject).end(body);
    });

const run = async ({ origin, secret, buyers, lanes }: CheckoutsOrder): Promise<CheckoutsAnswer> => {
  const post = postTo(origin);
  return { seconds: await inLanes(lanes, buyers, (buyer) => checkOut(post, secret, buyer)) };
};

answerOrders(run);
