import { brand } from '@sokuwa/contract/brand.ts';
import { escapeHtml } from '@sokuwa/contract/html.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { CART_PATH } from './urls.ts';

/** A cached page, with its title as plain text. */
export type CachedPage = { url: string; title: string };

/** Lucide's "wifi-off" icon. */
const ICON =
  '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" class="size-6"><path d="M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20"/></svg>';

const linkClass = 'flex min-h-11 items-center py-2 text-link underline underline-offset-4';

const renderEntry = ({ url, title }: CachedPage): string =>
  `<li><a href="${escapeHtml(url)}" class="${linkClass}">${escapeHtml(title)}</a></li>`;

/**
 * The page for URLs that are not cached. It has no script.
 * @param css URL of the stylesheet
 * @param pages cached pages to link to, most recent first
 */
export const renderOfflinePage = (css: string, pages: readonly CachedPage[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#12154a"><title>You are offline | ${escapeHtml(brand.name)}</title>
<link rel="stylesheet" href="${css}"></head><body>
<main class="mx-auto w-full max-w-lg px-4 py-10">
<p class="flex items-center gap-2.5 font-bold font-display text-2xl text-heading"><img src="/brand/logo-mark.svg" alt="" width="36" height="36">${escapeHtml(brand.name)}</p>
<div class="relative mt-10 size-32"><img src="/brand/empty-error.webp" alt="" width="128" height="128" class="size-full rounded-lg corner-44">
<span class="absolute inset-0 grid place-items-center text-on-float">${ICON}</span></div>
<h1 class="mt-5 text-balance font-display text-2xl text-heading">You are offline</h1>
<p class="mt-2 text-secondary">This page has not been opened on this device before, so it can only come over the network.</p>
<div class="mt-6 flex flex-wrap gap-3"><a href="" class="${buttonClass()}">Try Again</a><a href="${CART_PATH}" class="${buttonClass({ variant: 'secondary' })}">Your cart</a></div>
${
  pages.length > 0
    ? `<h2 class="mt-10 font-display text-heading text-xl">Pages you can open now</h2>
<ul class="mt-2">${pages.map(renderEntry).join('')}</ul>`
    : ''
}
</main></body></html>`;
