import { beforeEach, expect, test, vi } from 'vitest';

/** The caches by name, in the order of their creation, each with the URLs of its entries. */
let stored: Map<string, string[]>;
let isOffline: boolean;

const openCache = (name: string) => {
  const urls = stored.get(name) ?? [];
  stored.set(name, urls);
  return {
    addAll: async (added: string[]) => {
      if (isOffline) throw new TypeError('Failed to fetch');
      urls.push(...added);
    },
    keys: async () => urls.map((url) => ({ url })),
  };
};

beforeEach(() => {
  stored = new Map();
  isOffline = false;
  vi.stubGlobal('BUILD', { id: 'new', files: [], css: '' });
  vi.stubGlobal('caches', {
    open: async (name: string) => openCache(name),
    has: async (name: string) => stored.has(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  });
});

const loadCache = () => import('./cache.ts');

test('an installation that fails leaves no cache, and the previous build stays', async () => {
  const { precache, deleteOldBuilds } = await loadCache();
  stored.set('shop-previous', ['/assets/a.js']);
  isOffline = true;
  await expect(precache(['/assets/b.js'])).rejects.toThrow('Failed to fetch');
  expect([...stored.keys()]).toEqual(['shop-previous']);
  isOffline = false;
  await precache(['/assets/b.js']);
  await deleteOldBuilds();
  expect([...stored.keys()]).toEqual(['shop-previous', 'shop-new']);
});

test('an empty cache is not the previous build', async () => {
  const { deleteOldBuilds } = await loadCache();
  stored.set('shop-old', ['/assets/0.js']);
  stored.set('shop-previous', ['/assets/a.js']);
  stored.set('shop-failed', []);
  stored.set('shop-new', ['/assets/b.js']);
  stored.set('pictures', ['/media/x']);
  await deleteOldBuilds();
  expect([...stored.keys()]).toEqual(['shop-previous', 'shop-new', 'pictures']);
});

test('a second installation of the same build that fails keeps its cache', async () => {
  const { precache } = await loadCache();
  stored.set('shop-new', ['/assets/b.js']);
  isOffline = true;
  await expect(precache(['/assets/b.js'])).rejects.toThrow('Failed to fetch');
  expect(stored.get('shop-new')).toEqual(['/assets/b.js']);
});
