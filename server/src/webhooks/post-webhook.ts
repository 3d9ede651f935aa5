import { promises as dns } from 'node:dns';
import type { Config } from '../config.ts';
import { type Network, type PostResult, postPublic } from '../platform/public-fetch.ts';
import { callableAddresses } from './webhooks.rules.ts';

/** Time for one attempt, from the name's resolution to the end of the response. */
const ATTEMPT_TIMEOUT_MS = 15_000;
/** How much of a response is read, and thrown away. */
const MAX_RESPONSE_BYTES = 4096;

/** Sends the body of a webhook. */
export type PostWebhook = (
  url: string,
  request: { headers: Record<string, string>; body: Buffer },
) => Promise<PostResult>;

/** Outside production /etc/hosts counts too, for receivers in development. It occupies a thread (`resolveName` does not). */
const lookUpLocally = (name: string) => dns.lookup(name, { all: true });

/** @param network for tests: name resolution, and another time-out */
export const openPostWebhook =
  (
    { production }: Pick<Config, 'production'>,
    { timeoutMs = ATTEMPT_TIMEOUT_MS, ...network }: Network & { timeoutMs?: number } = {},
  ): PostWebhook =>
  (url, request) =>
    postPublic(url, {
      ...request,
      timeoutMs,
      maxBytes: MAX_RESPONSE_BYTES,
      isPublic: callableAddresses(production),
      ...(!production && { resolve: lookUpLocally }),
      ...network,
    });
