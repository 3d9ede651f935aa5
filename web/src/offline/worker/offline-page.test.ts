import { expect, test } from 'vitest';
import { renderOfflinePage } from './offline-page.ts';

test('links to the cached pages and escapes their titles', () => {
  const page = renderOfflinePage('/assets/app-1.css', [
    { url: '/product/list?section=searchQuery&query="><script>', title: '<b>Yam</b> & more' },
  ]);
  expect(page).toContain('&lt;b&gt;Yam&lt;/b&gt; &amp; more');
  expect(page).toContain('href="/product/list?section=searchQuery&amp;query=&quot;&gt;&lt;script&gt;"');
  expect(page).not.toContain('<script');
  expect(page).toContain('Pages you can open now');
});

test('renders no list when no page is cached', () => {
  expect(renderOfflinePage('/assets/app-1.css', [])).not.toContain('<ul');
});
