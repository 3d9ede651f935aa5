import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';

const CPU_SLOWDOWN = 4;
const SYSTEM_CHROMIUM = '/usr/bin/chromium';
/** The first view is loaded when there was no request and no long task for this time. */
const QUIET_MS = 3000;
/** Everything is loaded after this time without: parts that nobody has touched are hydrated five seconds after the start. */
const SETTLED_MS = 8000;
const MAX_LOAD_MS = 60_000;

/** Types of resources in the DevTools protocol, and their names in the results. */
export const RESOURCE_TYPES = {
  Document: 'HTML',
  Stylesheet: 'CSS',
  Script: 'JS',
  Image: 'pictures',
  Font: 'fonts',
} as const;
export type ResourceKind = (typeof RESOURCE_TYPES)[keyof typeof RESOURCE_TYPES];

/** A task of the page's main thread, and what ran in it for the longest time. */
type Task = { durationMs: number; kind: 'hydration' | 'evaluation' | 'other'; description: string };

export type Load = {
  /** Compressed bodies of the first view. */
  bytes: Record<ResourceKind, number>;
  /** Compressed bodies of everything that a page loads by itself. */
  allBytes: Record<ResourceKind, number>;
  firstPaintMs: number;
  largestPaintMs: number;
  /** The element of the largest contentful paint, as tag and content. */
  largestElement: string;
  /** What exceeds 50 ms in the tasks after the first paint, summed up (web.dev/tbt). */
  blockedMs: number;
  /** Longest first; only those above 50 ms. */
  longTasks: Task[];
  layoutShift: number;
};

type ScriptTiming = { startTime: number; duration: number; invoker: string; invokerType: string; sourceURL: string };
type Interval = { startTime: number; duration: number };
/** What the observers in the page collect. */
type Vitals = {
  firstPaintMs: number;
  largestPaintMs: number;
  largestElement: string;
  layoutShift: number;
  tasks: Interval[];
  scripts: ScriptTiming[];
};
type WindowWithVitals = { vitals: Vitals };

/** Opens Chromium. @param proxy the slow line; without it the network is not shaped */
export const openBrowser = (proxy?: string, certificateFingerprint = ''): Promise<Browser> =>
  chromium.launch({
    ...(existsSync(SYSTEM_CHROMIUM) && { executablePath: SYSTEM_CHROMIUM }),
    // Playwright would handle these signals without ending the benchmark.
    handleSIGINT: false,
    handleSIGTERM: false,
    args: [
      ...(proxy ? [`--proxy-server=${proxy}`, '--proxy-bypass-list=<-loopback>'] : []),
      `--ignore-certificate-errors-spki-list=${certificateFingerprint}`,
    ],
  });

/** A cookie that the browser has, as a signed-in visitor. */
export type SessionCookie = { name: string; value: string; url: string };

/** A context with an empty cache, the screen of a phone and no connections. */
export const openContext = async (browser: Browser, cookie?: SessionCookie): Promise<BrowserContext> => {
  const screen = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
  const context = await browser.newContext(screen);
  if (cookie) await context.addCookies([cookie]);
  return context;
};

/** Sums up compressed bytes by resource type, without headers, which are about half a kB per response. */
const countBytes = (session: CDPSession, onActivity: () => void): Load['bytes'] => {
  const types = new Map<string, string>();
  const headerSizes = new Map<string, number>();
  const bytes = { HTML: 0, CSS: 0, JS: 0, pictures: 0, fonts: 0 };
  session.on('Network.requestWillBeSent', onActivity);
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    types.set(requestId, type);
    headerSizes.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    onActivity();
    const kind = Object.entries(RESOURCE_TYPES).find(([type]) => type === types.get(requestId))?.[1];
    if (kind) bytes[kind] += encodedDataLength - (headerSizes.get(requestId) ?? 0);
  });
  return bytes;
};

/** Observes from the start of the page, because later observers do not get all entries. */
const observeVitals = (page: Page) =>
  page.addInitScript(() => {
    const vitals: Vitals = {
      firstPaintMs: 0,
      largestPaintMs: 0,
      largestElement: '',
      layoutShift: 0,
      tasks: [],
      scripts: [],
    };
    Object.assign(window, { vitals });
    type Entry = PerformanceEntry & { value: number; element?: Element; url: string; scripts: ScriptTiming[] };
    const observe = (type: string, onEntry: (entry: Entry) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Entry[]) onEntry(entry);
      }).observe({ type, buffered: true });
    observe('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') vitals.firstPaintMs = startTime;
    });
    observe('largest-contentful-paint', ({ startTime, element, url }) => {
      vitals.largestPaintMs = startTime;
      const content = url ? new URL(url).pathname : (element?.textContent ?? '').trim().slice(0, 30);
      vitals.largestElement = `${element?.tagName.toLowerCase() ?? 'removed element'} ${content}`;
    });
    observe('longtask', ({ startTime, duration }) => vitals.tasks.push({ startTime, duration }));
    observe('layout-shift', ({ value }) => {
      vitals.layoutShift += value;
    });
    observe('long-animation-frame', ({ scripts }) => {
      for (const { startTime, duration, invoker, invokerType, sourceURL } of scripts)
        vitals.scripts.push({ startTime, duration, invoker, invokerType, sourceURL });
    });
  });

const readVitals = (page: Page): Promise<Vitals> => page.evaluate(() => (window as unknown as WindowWithVitals).vitals);

/** Names the script that ran in a task for the longest time. React hydrates in tasks of its scheduler. */
const describeTask = (task: Interval, scripts: readonly ScriptTiming[]): Task => {
  const end = task.startTime + task.duration;
  const inTask = ({ startTime, duration }: ScriptTiming) =>
    Math.min(startTime + duration, end) - Math.max(startTime, task.startTime);
  const [script] = scripts.filter((each) => inTask(each) > 0).toSorted((a, b) => inTask(b) - inTask(a));
  const durationMs = task.duration;
  if (!script || inTask(script) < durationMs / 2)
    return { durationMs, kind: 'other', description: 'parsing, style or layout' };
  const file = script.sourceURL.split('/').at(-1) || 'the document';
  if (/^(classic|module)-script$/.test(script.invokerType))
    return { durationMs, kind: 'evaluation', description: `evaluation of ${file}` };
  const kind = script.invoker.includes('MessagePort') ? 'hydration' : 'other';
  return { durationMs, kind, description: `${script.invoker} in ${file}` };
};

/** Waits until the page has loaded and was quiet, so that late work counts too. */
const waitUntilQuiet = async (page: Page, lastActivity: () => number, minQuietMs: number): Promise<void> => {
  for (const end = performance.now() + MAX_LOAD_MS; performance.now() < end; ) {
    const { now, lastTaskEnd } = await page.evaluate(() => {
      const last = (window as unknown as WindowWithVitals).vitals.tasks.at(-1);
      return { now: performance.now(), lastTaskEnd: last ? last.startTime + last.duration : 0 };
    });
    const quietMs = Math.min(performance.now() - lastActivity(), now - lastTaskEnd);
    if (quietMs >= minQuietMs) return;
    await page.waitForTimeout(Math.max(100, minQuietMs - quietMs));
  }
  throw new Error(`${page.url()} was not quiet after ${MAX_LOAD_MS / 1000} seconds`);
};

/** Opens a page of a slowed phone. It observes what `loadPage` reports. */
export const openPhonePage = async (browser: Browser, cookie?: SessionCookie) => {
  const context = await openContext(browser, cookie);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await observeVitals(page);
  return { context, page, session };
};

/** Loads a page on the slow phone, until everything is hydrated. */
export const loadPage = async (browser: Browser, address: string, cookie?: SessionCookie): Promise<Load> => {
  const { context, page, session } = await openPhonePage(browser, cookie);
  let lastActivityMs = 0;
  const bytes = countBytes(session, () => {
    lastActivityMs = performance.now();
  });
  await page.goto(address, { waitUntil: 'load', timeout: MAX_LOAD_MS });
  await waitUntilQuiet(page, () => lastActivityMs, QUIET_MS);
  const firstBytes = { ...bytes };
  await waitUntilQuiet(page, () => lastActivityMs, SETTLED_MS);
  const { firstPaintMs, largestPaintMs, largestElement, layoutShift, tasks, scripts } = await readVitals(page);
  await context.close();
  const blocked = tasks.map(({ startTime, duration }) => {
    const end = startTime + duration;
    return Math.max(0, end - Math.max(startTime, firstPaintMs) - 50);
  });
  const longTasks = tasks.map((task) => describeTask(task, scripts)).sort((a, b) => b.durationMs - a.durationMs);
  const blockedMs = blocked.reduce((sum, ms) => sum + ms, 0);
  return {
    bytes: firstBytes,
    allBytes: bytes,
    firstPaintMs,
    largestPaintMs,
    largestElement,
    blockedMs,
    longTasks,
    layoutShift,
  };
};

/** Milliseconds after the start of the page: the first tap, and its answer. `taps` is above 1 if taps were lost. */
export type Tap = { tappedAtMs: number; answeredAtMs: number; taps: number };

/** Time after which a tap without an answer is repeated. */
const REPEAT_TAP_MS = 10_000;

/** Name of the function that the page calls with the place of the button, and when the cart shows a product. */
const REPORT = 'reportToBenchmark';
type Report = { place: { x: number; y: number } } | { tappedAtMs: number; answeredAtMs: number };

/** Reports where the first button is that adds a product to the cart, and the cart's first count. */
const observeAddToCart = (page: Page) =>
  page.addInitScript((reportName) => {
    const report = (content: Report) =>
      (window as unknown as Record<string, (text: string) => void>)[reportName]?.(JSON.stringify(content));
    let place = { x: 0, y: 0 };
    let tappedAtMs = 0;
    addEventListener('pointerdown', ({ timeStamp }) => (tappedAtMs ||= timeStamp), { capture: true });
    let button: HTMLButtonElement | undefined;
    const findButton = () =>
      [...document.querySelectorAll('button')].find((each) =>
        /^Add (To Cart|.* to cart)$/.test(each.getAttribute('aria-label') ?? each.textContent),
      );
    const centerOf = (element: HTMLElement) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const watch = () => {
      if (!button?.isConnected) button = findButton();
      if (button && (window as unknown as WindowWithVitals).vitals.firstPaintMs > 0) {
        // Hydration may restore another scroll position.
        const { y } = centerOf(button);
        if (y < 0 || y > innerHeight - 80) button.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x: newX, y: newY } = centerOf(button);
        if (newX !== place.x || newY !== place.y) {
          place = { x: newX, y: newY };
          report({ place });
        }
      }
      if (document.querySelector('[aria-label^="Cart, "]:not([aria-label="Cart, empty"])'))
        report({ tappedAtMs, answeredAtMs: performance.now() });
      else requestAnimationFrame(watch);
    };
    watch();
  }, REPORT);

/** Taps the first button that adds a product to the cart as soon as it is painted, until the cart's count shows it. */
export const tapAddToCart = async (browser: Browser, address: string): Promise<Tap> => {
  const { context, page, session } = await openPhonePage(browser);
  await observeAddToCart(page);
  let place = { x: 0, y: 0 };
  const placed = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<{ tappedAtMs: number; answeredAtMs: number }>();
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== REPORT) return;
    const content = JSON.parse(payload) as Report;
    if ('place' in content) {
      place = content.place;
      placed.resolve();
    } else answered.resolve(content);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: REPORT });
  void page.goto(address, { waitUntil: 'commit', timeout: MAX_LOAD_MS }).catch(placed.reject);
  await placed.promise;
  let taps = 0;
  const tap = () => {
    taps++;
    // A page that is busy answers later; waiting for it would delay nothing but the next tap.
    page.touchscreen.tap(place.x, place.y).catch(answered.reject);
  };
  tap();
  const repeat = setInterval(tap, REPEAT_TAP_MS);
  const timeout = setTimeout(() => answered.reject(new Error(`${address} answers no tap`)), MAX_LOAD_MS);
  try {
    return { ...(await answered.promise), taps };
  } finally {
    clearInterval(repeat);
    clearTimeout(timeout);
    await context.close();
  }
};

const FRAME_INTERVAL_MS = 250;
const FILM_MS = 6000;

/** Takes a picture of the loading page every 250 ms. @returns one PNG of them all, with their times */
export const recordFilmstrip = async (browser: Browser, address: string): Promise<Buffer> => {
  const { context, page, session } = await openPhonePage(browser);
  const frames: { atMs: number; jpeg: string }[] = [];
  let startMs = 0;
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ atMs: (metadata.timestamp ?? 0) * 1000, jpeg: data });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  session.on('Network.requestWillBeSent', ({ wallTime }) => {
    startMs ||= wallTime * 1000;
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: 390, maxHeight: 844 });
  await page.goto(address, { timeout: MAX_LOAD_MS });
  await page.waitForTimeout(Math.max(0, startMs + FILM_MS - Date.now()));
  await session.send('Page.stopScreencast');
  const steps = Array.from({ length: FILM_MS / FRAME_INTERVAL_MS }, (_, n) => (n + 1) * FRAME_INTERVAL_MS);
  const cells = steps.map((ms) => {
    const frame = frames.findLast(({ atMs }) => atMs <= startMs + ms);
    const picture = frame ? `<img src="data:image/jpeg;base64,${frame.jpeg}">` : '';
    return `<figure><figcaption>${ms / 1000} s</figcaption>${picture}</figure>`;
  });
  await context.close();
  const sheet = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await sheet.setContent(`<style>
    body { display: grid; grid-template-columns: repeat(8, 1fr); gap: 4px; margin: 4px; font: 14px sans-serif; background: #888 }
    figure { margin: 0 } img { display: block; width: 100% }
  </style>${cells.join('')}`);
  const png = await sheet.screenshot({ fullPage: true });
  await sheet.close();
  return png;
};
