import { CART_URL } from '../page-objects/cart.ts';
import { PRODUCT_LIST_URL } from '../page-objects/product-list.ts';
import { expect, hydrateParts, type Page } from './fixtures.ts';

/**
 * Taps the controls of a page one by one, each as soon as it shows, and sees whether the page answers. Controls are found
 * in the page, so that a new one is tested without being listed.
 */

/** The pages whose controls are tapped. */
export const PAGES = [
  ['home', '/'],
  ['a list', PRODUCT_LIST_URL],
  ['a product', '/product/details/1'],
  ['a cart', CART_URL],
] as const;

const CART = {
  cart: [{ product_id: 1, title: 'Yam', image: '', quantity: 2, price: '1,000', total: '2,000', weight: 1 }],
  subtotal: 2000,
};

/** Makes each load of a page that of a new visitor, who has a product in the cart if the page is the cart. */
export const storeCart = (page: Page, path: string) =>
  page.addInitScript(
    (cart) => {
      localStorage.clear();
      sessionStorage.clear();
      if (cart !== null) localStorage.setItem('cart', cart);
    },
    path === CART_URL ? JSON.stringify(CART) : null,
  );

/** A kind of control: those that look the same in the same part of the page, such as the buttons of all cards. */
export type ControlKind = { key: string; name: string; role: 'button' | 'submit' | 'field' | 'select' };

/** Changes of elements that were there at the tap, as texts that are equal in each load of the page. */
type Observer = {
  kinds(selector: string): ControlKind[];
  find(key: string): HTMLElement | null;
  start(): void;
  changes(): string[];
};
type ObservedWindow = { controls: Observer };

/** To be run in the page before its scripts. */
export const installObserver = (): void => {
  const CONTROLS = 'button, input, select, textarea';
  const STATES = ['aria-current', 'aria-expanded', 'aria-invalid', 'aria-label', 'aria-pressed', 'aria-selected'];
  const describe = (control: Element): string =>
    document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  const isUsable = (control: HTMLElement): boolean => {
    const { left, width, height } = control.getBoundingClientRect();
    return (
      control.checkVisibility({ visibilityProperty: true }) &&
      Math.min(width, height) > 1 &&
      // Not scrolled out of its row.
      left + width / 2 > 0 &&
      left + width / 2 < innerWidth &&
      !control.closest('[inert], [aria-hidden=true], :disabled, [aria-disabled=true]') &&
      // A press of what is selected changes nothing.
      !control.matches('[aria-current=true], [aria-selected=true]') &&
      !describe(control).includes('has no effect')
    );
  };
  const keyOf = (control: HTMLElement): string =>
    [control.closest('header, main, footer')?.tagName, control.tagName, control.className].join(' ');
  const usable = () => [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(isUsable);
  const roleOf = (control: HTMLElement): ControlKind['role'] => {
    if (control instanceof HTMLSelectElement) return 'select';
    if (!(control instanceof HTMLButtonElement)) return 'field';
    return control.type === 'submit' && control.form?.hasAttribute('action') ? 'submit' : 'button';
  };
  const readState = (element: Element): string[] => {
    const { scrollLeft, scrollTop } = element;
    const values = STATES.map((name) => `${name}=${element.getAttribute(name)}`);
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement)
      values.push(`value=${element.value} ${'checked' in element && element.checked}`);
    // The page itself is scrolled to the control.
    if (element !== document.documentElement) values.push(`scroll=${Math.round(scrollLeft)} ${Math.round(scrollTop)}`);
    return values;
  };
  const readPage = (): string[] => [
    ...[...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')]
      .filter((dialog) => dialog.checkVisibility())
      .map(() => 'a dialog'),
    `cart=${localStorage.getItem('cart')}`,
  ];
  let before = new Map<Element, string[]>();
  let pageBefore: string[] = [];
  let found: HTMLElement | null = null;
  /** The control may also do by itself what the tap asks for: where nothing may move, it pauses. */
  const prefix = (element: Element) => (element === found && !found.ariaHasPopup ? 'itself: ' : '');
  const controls: Observer = {
    kinds: (selector) => {
      const parts = usable().filter((control) => control.closest(selector));
      const kinds = parts.map((control) => {
        const name = control.ariaLabel ?? (control.textContent.trim().slice(0, 40) || control.id);
        return [keyOf(control), { key: keyOf(control), name, role: roleOf(control) }] as const;
      });
      // The first one of each kind.
      return [...new Map(kinds.toReversed()).values()].toReversed();
    },
    find: (key) => {
      found = usable().find((control) => keyOf(control) === key) ?? null;
      return found;
    },
    start: () => {
      before = new Map([...document.querySelectorAll('body *')].map((element) => [element, readState(element)]));
      pageBefore = readPage();
    },
    changes: () => [
      ...readPage().filter((state) => !pageBefore.includes(state)),
      ...[...before].flatMap(([element, states]) =>
        element.isConnected
          ? readState(element).flatMap((state, at) =>
              state === states[at] ? [] : [`${prefix(element)}${states[at]} → ${state}`],
            )
          : [],
      ),
    ],
  };
  Object.assign(window, { controls });
};

/** Long enough for a slow line on a busy machine. */
const MAX_ANSWER_MS = 60_000;

const call = <Name extends keyof Observer>(page: Page, name: Name, key = ''): Promise<ReturnType<Observer[Name]>> =>
  page.evaluate(([method, argument]) => (window as unknown as ObservedWindow).controls[method](argument) as never, [
    name,
    key,
  ] as const);

/**
 * Expects the page to answer a tap on each kind of button, and to keep what is entered into each kind of field, when that
 * is done as soon as it shows. Links are left out: they work without scripts.
 * @param openPage loads the page for one tap, as a new visitor, with `installObserver`. Its scripts may be held until `release`
 * @param isHeld whether they are, so that a button must show that it waits. Controls that show only afterwards are then left out
 * @param within a selector of the part of the page whose controls are tapped
 */
export const expectAnswers = async (
  openPage: () => Promise<{ page: Page; release: () => void }>,
  { isHeld, within = 'body' }: { isHeld: boolean; within?: string },
): Promise<void> => {
  const untouched = await openPage();
  await untouched.page.locator('footer').waitFor();
  const early = await call(untouched.page, 'kinds', within);
  await call(untouched.page, 'start');
  untouched.release();
  await hydrateParts(untouched.page);
  const lastButton = untouched.page.getByRole('main').getByRole('button', { name: /^(?:Save|Remove) / });
  await lastButton.first().waitFor();
  const ownChanges = await call(untouched.page, 'changes');
  const all = await call(untouched.page, 'kinds', within);
  const late = isHeld ? [] : all.filter(({ key }) => early.every((kind) => kind.key !== key));

  if (isHeld) expect(early).not.toEqual([]);

  for (const { key, name, role } of [...early, ...late]) {
    const { page, release } = await openPage();
    const shown = await page.waitForFunction(
      (kind) => (window as unknown as Partial<ObservedWindow>).controls?.find(kind),
      key,
    );
    const control = shown.asElement();
    if (!control) throw new Error(`${name} does not show`);
    await control.scrollIntoViewIfNeeded();
    await call(page, 'start');
    const address = page.url();
    if (role === 'field') await control.fill('3');
    else if (role === 'select') await control.selectOption({ index: 1 });
    else await control.click();
    if (isHeld && role === 'button')
      expect(await control.getAttribute('data-waiting'), `${name} shows that it waits`).not.toBeNull();
    release();
    if (role === 'field' || role === 'select') await hydrateParts(page);
    const readAnswers = async () => {
      if (page.url() !== address) return ['another page'];
      // The page may be leaving.
      const changes = await call(page, 'changes').catch(() => []);
      return changes.filter((change) => !ownChanges.includes(change));
    };
    await expect
      .poll(readAnswers, { message: `${name} answers`, timeout: MAX_ANSWER_MS, intervals: [50, 100, 250] })
      .not.toEqual([]);
  }
};
