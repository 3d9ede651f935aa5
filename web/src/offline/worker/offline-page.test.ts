import { expect, test } from 'vitest';
import { offlinePage } from './offline-page.ts';

test('names what can be opened, as text', () => {
  const page = offlinePage('/assets/app-1.css', [
    { address: '/product/list?section=searchQuery&query="><script>', title: '<b>Yam</b> & more' },
  ]);
  expect(page).toContain('&lt;b&gt;Yam&lt;/b&gt; &amp; more');
  expect(page).toContain('href="/product/list?section=searchQuery&amp;query=&quot;&gt;&lt;script&gt;"');
  expect(page).not.toContain('<script');
  expect(page).toContain('Pages you can open now');
});

test('offers no empty list', () => {
  expect(offlinePage('/assets/app-1.css', [])).not.toContain('<ul');
});
