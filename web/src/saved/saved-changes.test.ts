import { makeApi, type Transport } from '@sokuwa/contract/api-client.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../lib/app-context.ts';
import { followSavedTargets, toggleSaved } from './saved-changes.ts';
import { savedTargets } from './saved-targets.ts';

const { notices, session } = vi.hoisted(() => ({
  notices: [] as string[],
  session: { token: 'abc' as string | null },
}));
vi.mock('@sokuwa/ui/toast.ts', () => ({ toast: { error: (text: string) => notices.push(text) } }));
vi.mock('../lib/token-store.ts', () => {
  const listeners = new Set<() => void>();
  return {
    tokens: {
      get: () => session.token,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      store: (token: string | null) => {
        session.token = token;
        for (const listener of listeners) listener();
      },
    },
  };
});
const { tokens } = (await import('../lib/token-store.ts')) as unknown as {
  tokens: { store(token: string | null): void };
};

type Request = { text: string; respond(body: unknown, status?: number): Promise<void> };
/** The requests without a response, oldest first. */
let requests: Request[] = [];
const takeRequest = (): Request => {
  const request = requests.shift();
  if (!request) throw new Error('No request waits for a response');
  return request;
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const send: Transport = ({ method, url, signal }) =>
  new Promise((resolve, reject) => {
    requests.push({
      text: `${method} ${url}`,
      respond: async (body, status = 200) => {
        resolve({ status, body });
        await settle();
      },
    });
    signal?.addEventListener('abort', () => reject(new Error('Request aborted')));
  });

const SAVED = { product_ids: [7], merchant_ids: [] };
let context: AppContext;
const press = async (product: number) => {
  toggleSaved(context, `product ${product}`, () => notices.push('sign in'));
  await settle();
};
const getShownTargets = () => [...savedTargets.get()].sort();

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  requests = [];
  notices.length = 0;
  tokens.store('abc');
  const api = makeApi(send, { get: () => 'abc', merchant: () => null, remove: () => {} });
  // These tests need no other part of the context.
  context = { api, queryClient: new QueryClient() } as AppContext;
  followSavedTargets(context, 'abc');
  await settle();
});
afterEach(() => {
  tokens.store(null);
  context.queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('saved targets', () => {
  it('show a press at once, and undo it when the request fails', { tags: ['@SAVED-5'] }, async () => {
    await takeRequest().respond(SAVED);
    expect(getShownTargets()).toEqual(['product 7']);
    await press(8);
    expect(getShownTargets()).toEqual(['product 7', 'product 8']);
    await takeRequest().respond({ message: 'No.' }, 500);
    expect(getShownTargets()).toEqual(['product 7']);
    expect(notices).toEqual(['No.']);
  });

  it('send only the last of several presses', { tags: ['@SAVED-6'] }, async () => {
    await takeRequest().respond(SAVED);
    for (let count = 0; count < 4; count++) await press(8);
    expect(getShownTargets()).toEqual(['product 7']);
    expect(takeRequest().text).toBe('PUT /api/saved-items//8/');
    expect(requests).toEqual([]);
  });

  it('send changes of different targets at the same time', async () => {
    await takeRequest().respond(SAVED);
    await press(8);
    await press(9);
    expect(requests.map(({ text }) => text)).toEqual(['PUT /api/saved-items//8/', 'PUT /api/saved-items//9/']);
  });

  it('ignore a response from before a change', { tags: ['@SAVED-7'] }, async () => {
    const earlierFetch = takeRequest();
    await press(8);
    expect(getShownTargets()).toEqual(['product 8']);
    await takeRequest().respond({});
    await earlierFetch.respond(SAVED);
    const [refetch] = requests;
    expect(refetch?.text).toBe('GET /api/saved-ids/');
    await refetch?.respond({ product_ids: [7, 8], merchant_ids: [] });
    expect(getShownTargets()).toEqual(['product 7', 'product 8']);
  });

  it('are empty when the session has ended, and waiting changes are not sent', async () => {
    await takeRequest().respond(SAVED);
    await press(7);
    await press(7);
    tokens.store(null);
    expect(getShownTargets()).toEqual([]);
    await takeRequest().respond({});
    expect(requests).toEqual([]);
  });

  it('open the sign-in page for a guest', { tags: ['@SAVED-10'] }, async () => {
    tokens.store(null);
    requests = [];
    await press(8);
    expect(notices).toEqual(['sign in']);
    expect(requests).toEqual([]);
  });
});
