import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Page } from 'playwright';
import { brotliOptions } from '../../../server/src/platform/brotli.ts';

/**
 * The floor page of the page that is open: its document with the main picture as its only one, the styles that it uses in
 * the document, and no scripts, icons, web fonts and preloads.
 * @returns HTML
 */
const extractFloorPage = (page: Page): Promise<string> =>
  page.evaluate(() => {
    // A rule of a pseudo-element is used if its element exists.
    const isUsed = (selector: string): boolean =>
      document.querySelector(selector.replace(/(^|[\s,>+~(])::[\w-]+/g, '$1*').replace(/::[\w-]+(\([^)]*\))?/g, '')) !==
      null;
    const collect = (rules: CSSRuleList): string => [...rules].map(textOf).join('');
    const textOf = (rule: CSSRule): string => {
      if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText) ? rule.cssText : '';
      if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? collect(rule.cssRules) : '';
      if (rule instanceof CSSLayerBlockRule) return `@layer ${rule.name}{${collect(rule.cssRules)}}`;
      if (rule instanceof CSSSupportsRule) return CSS.supports(rule.conditionText) ? collect(rule.cssRules) : '';
      if (rule instanceof CSSFontFaceRule || rule instanceof CSSKeyframesRule) return '';
      return rule.cssText;
    };
    const css = [...document.styleSheets].map(({ cssRules }) => collect(cssRules)).join('');
    const visibleArea = (picture: HTMLImageElement): number => {
      const { left, right, top, bottom } = picture.getBoundingClientRect();
      const width = Math.min(right, innerWidth) - Math.max(left, 0);
      return Math.max(0, width) * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    };
    const [main] = [...document.images].sort((a, b) => visibleArea(b) - visibleArea(a));
    main?.setAttribute('data-main-picture', '');
    const floor = document.documentElement.cloneNode(true) as HTMLElement;
    for (const element of floor.querySelectorAll('script, style, link, svg, iframe, template')) element.remove();
    for (const picture of floor.querySelectorAll('img:not([data-main-picture])'))
      (picture.closest('picture') ?? picture).remove();
    for (const meta of floor.querySelectorAll('meta:not([charset]):not([name="viewport"])')) meta.remove();
    const style = document.createElement('style');
    style.textContent = css;
    floor.querySelector('head')?.append(style);
    return `<!DOCTYPE html>${floor.outerHTML}`;
  });

export type FloorServer = {
  origin: string;
  /** Serves the floor page of the page that is open, at the same path. */
  add(page: Page): Promise<void>;
  close(): void;
};

/** Serves floor pages and their pictures from memory, with the shop's headers of both. */
export const openFloorServer = async (shopOrigin: string): Promise<FloorServer> => {
  const files = new Map<string, { headers: Record<string, string>; body: Buffer }>();
  const copyFromShop = async (path: string, accept: string) => {
    const response = await fetch(shopOrigin + path, { headers: { accept } });
    const headers = Object.fromEntries(
      ['content-type', 'cache-control', 'vary'].flatMap((name) => [[name, response.headers.get(name) ?? '']]),
    );
    return { headers, body: Buffer.from(await response.arrayBuffer()) };
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const file = files.get(path) ?? (await copyFromShop(path, request.headers.accept ?? '*/*'));
    files.set(path, file);
    response.writeHead(200, { ...file.headers, 'content-length': file.body.length }).end(file.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: async (page) => {
      const { pathname, search } = new URL(page.url());
      const floor = Buffer.from(await extractFloorPage(page));
      const html = await promisify(brotliCompress)(floor, brotliOptions(floor.length, 'small'));
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
      files.set(pathname + search, { headers, body: html });
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
