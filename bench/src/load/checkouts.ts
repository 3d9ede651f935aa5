// A program that sends the requests of buyers who check out, and the payment provider's webhooks.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { runConcurrently } from '../concurrency.ts';
import { handleTasks } from '../tasks.ts';
import { checkOut, type Post } from './checkout.ts';
import type { CheckoutsResult, CheckoutsTask } from './checkouts.task.ts';

const agent = new Agent({ keepAlive: true });

const postTo =
  (origin: string): Post =>
  (path, headers, body) =>
    new Promise((resolve, reject) => {
      const content = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const sent = request(
        origin + path,
        { method: 'POST', agent, headers: { ...headers, ...content } },
        (response) => {
          text(response).then((responseText) => {
            if (response.statusCode === 200) resolve(responseText);
            else reject(new Error(`${path} responded with ${response.statusCode}: ${responseText}`));
          }, reject);
        },
      );
      sent.on('error', reject).end(body);
    });

const run = async ({ origin, secret, buyers, concurrency }: CheckoutsTask): Promise<CheckoutsResult> => {
  const post = postTo(origin);
  return { seconds: await runConcurrently(concurrency, buyers, (buyer) => checkOut(post, secret, buyer)) };
};

handleTasks(run);
