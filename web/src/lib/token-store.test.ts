import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeTokenStore } from './token-store.ts';

const TOKEN = 'kq3Z8m0uXo-1Yb2_c4VdE5fG6hI7jK8lM9nO0pQ1rS2';

/** An in-memory storage with the methods that the token store uses. */
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

  it('is the stored authToken at the time of the call', {
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
    ['an empty text', ''],
    ['a line break, which is invalid in a header', `${TOKEN}\n`],
    ['spaces', 'two words'],
    ['letters that are invalid in a header', 'tọkẹn'],
    ['more characters than a header allows', 'x'.repeat(5_000_000)],
  ])('is null when storage contains %s', { tags: ['@SHELL-11'] }, (_, text) => {
    expect(makeTokenStore(() => makeStorage({ authToken: text })).get()).toBeNull();
  });

  it('is null without storage, and removing it does not throw', () => {
    const store = makeTokenStore(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    expect(store.get()).toBeNull();
    store.remove(TOKEN);
  });

  it('that was retired is absent, although it stays stored until it is removed', { tags: ['@ACCOUNT-143'] }, () => {
    const storage = makeStorage({ authToken: TOKEN, merchantToken: 'm' });
    const store = makeTokenStore(() => storage);
    store.retire(TOKEN);
    expect(store.get()).toBeNull();
    expect(storage.content.authToken).toBe(TOKEN);
    store.remove(TOKEN);
    expect(storage.content).toEqual({});
    storage.content.authToken = 'another';
    expect(store.get()).toBe('another');
  });

  it('is saved together with the merchant token, and subscribers are notified', {
    tags: ['@SESSION-1', '@SESSION-14'],
  }, () => {
    const storage = makeStorage();
    const store = makeTokenStore(() => storage);
    vi.stubGlobal('addEventListener', () => {});
    const listener = vi.fn();
    store.subscribe(listener);
    expect(store.save({ token: TOKEN, merchant_token: 'm' })).toBe(true);
    expect(store.merchant()).toBe('m');
    expect(storage.content).toEqual({ authToken: TOKEN, merchantToken: 'm' });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('is not saved without storage or when it is invalid', () => {
    const storeWithoutStorage = makeTokenStore(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    expect(storeWithoutStorage.save({ token: TOKEN, merchant_token: 'm' })).toBe(false);
    expect(makeTokenStore(() => makeStorage()).save({ token: 'two words', merchant_token: 'm' })).toBe(false);
  });

  it('is removed together with the merchant token and the email address only', {
    tags: ['@SESSION-16', '@SESSION-20'],
  }, () => {
    const storage = makeStorage({ authToken: TOKEN, merchantToken: 'm', cart: '{}', userEmail: 'a@b.c' });
    makeTokenStore(() => storage).remove(TOKEN);
    expect(storage.content).toEqual({ cart: '{}' });
  });

  it('stays when another token is to be removed, because of a new sign-in in the meantime', () => {
    const storage = makeStorage({ authToken: TOKEN, merchantToken: 'm' });
    makeTokenStore(() => storage).remove('dead');
    expect(storage.content).toEqual({ authToken: TOKEN, merchantToken: 'm' });
  });

  it('notifies of changes in this tab, in other tabs and during the back/forward cache', {
    tags: ['@SHELL-12'],
  }, () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    const store = makeTokenStore(() => makeStorage({ authToken: TOKEN }));
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.remove(TOKEN);
    page.dispatchEvent(new Event('storage'));
    page.dispatchEvent(new Event('pageshow'));
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    page.dispatchEvent(new Event('storage'));
    expect(listener).toHaveBeenCalledTimes(3);
  });
});
