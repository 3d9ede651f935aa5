import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Post } from './checkout.ts';

const agent = new Agent({ keepAlive: true });

/** Posts JSON to the shop over connections that stay open. */
export const postTo =
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
