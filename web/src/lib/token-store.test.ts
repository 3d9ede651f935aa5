import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeTokenStore } from './token-store.ts';

const TOKEN = 'kq3Z8m0uXo-1Yb2_c4VdE5fG6hI7jK8lM9nO0pQ1rS2';

/** Storage as the browser has it, as far as a token needs it. */
const makeStorage = (content: Record<string, string> = {}) => ({
  content,
  getItem: (key: string) => content[key] ?? null,
  setItem: (key: string, value: string) => {
    content[key] = value;
  },
  removeItem: (key: string) => {
    delete content[key];
  },
});

describe('the token', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is what is stored now: a stored authToken means signed in', {
    tags: ['@SHELL-9', '@SHELL-10', '@SESSION-5'],
  }, () => {
    const storage = makeStorage();
    const store = makeTokenStore(() => storage);
    expect(store.get()).toBeNull();
    storage.content.authToken = TOKEN;
    expect(store.get()).toBe(TOKEN);
    delete storage.content.authToken;
    expect(store.get()).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['a line break, which no header takes', `${TOKEN}\n`],
    ['blanks', 'two words'],
    ['letters that no header takes', 'tọkẹn'],
    ['more than a header takes', 'x'.repeat(5_000_000)],
  ])('is none when storage holds %s', { tags: ['@SHELL-11'] }, (_, text) => {
    expect(makeTokenStore(() => makeStorage({ authToken: text })).get()).toBeNull();
  });

  it('is none where storage is closed, and dropping one there breaks nothing', () => {
    const store = makeTokenStore(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    expect(store.get()).toBeNull();
    store.remove(TOKEN);
  });

  it('is kept together with the merchant token, and told of', { tags: ['@SESSION-1', '@SESSION-14'] }, () => {
    const storage = makeStorage();
    const store = makeTokenStore(() => storage);
    vi.stubGlobal('addEventListener', () => {});
    const heard = vi.fn();
    store.subscribe(heard);
    expect(store.save({ token: TOKEN, merchant_token: 'm' })).toBe(true);
    expect(store.merchant()).toBe('m');
    expect(storage.content).toEqual({ authToken: TOKEN, merchantToken: 'm' });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('is not kept where storage is closed or full, nor when it is none', () => {
    const closed = makeTokenStore(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    expect(closed.save({ token: TOKEN, merchant_token: 'm' })).toBe(false);
    expect(makeTokenStore(() => makeStorage()).save({ token: 'two words', merchant_token: 'm' })).toBe(false);
  });

  it('takes the merchant token with it, and nothing else', { tags: ['@SESSION-16'] }, () => {
    const storage = makeStorage({ authToken: TOKEN, merchantToken: 'm', cart: '{}', userEmail: 'a@b.c' });
    makeTokenStore(() => storage).remove(TOKEN);
    expect(storage.content).toEqual({ cart: '{}', userEmail: 'a@b.c' });
  });

  it('stays when it is another one than the dead one: somebody has signed in again meanwhile', () => {
    const storage = makeStorage({ authToken: TOKEN, merchantToken: 'm' });
    makeTokenStore(() => storage).remove('dead');
    expect(storage.content).toEqual({ authToken: TOKEN, merchantToken: 'm' });
  });

  it('tells of what this tab drops, what other tabs store, and what went by in the page cache', {
    tags: ['@SHELL-12'],
  }, () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    const store = makeTokenStore(() => makeStorage({ authToken: TOKEN }));
    const heard = vi.fn();
    const stop = store.subscribe(heard);
    store.remove(TOKEN);
    page.dispatchEvent(new Event('storage'));
    page.dispatchEvent(new Event('pageshow'));
    expect(heard).toHaveBeenCalledTimes(3);
    stop();
    page.dispatchEvent(new Event('storage'));
    expect(heard).toHaveBeenCalledTimes(3);
  });
});
