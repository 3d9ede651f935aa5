import { type ButtonHTMLAttributes, type ReactNode, Suspense, use, useLayoutEffect, useRef, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EVERY_PRESS_COUNTS, LAST_PRESS_COUNTS, startEarlyPresses } from './early-presses.ts';
import { EARLY_PRESSES_SCRIPT } from './early-presses-script.ts';
import { NumberField } from './number-field.tsx';

// In these tests React has started, and has not hydrated a part of the page. e2e/early-presses.spec.ts presses before that.

beforeAll(() => {
  const script = document.createElement('script');
  script.textContent = EARLY_PRESSES_SCRIPT;
  document.head.append(script);
  startEarlyPresses();
});

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

const log: string[] = [];
function Item({ name, ...attributes }: { name: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...attributes} onClick={() => log.push(name)}>
      {name}
    </button>
  );
}

/** Puts a part that the server rendered into the page. @returns a function that loads the code of the part */
const openPage = (content: ReactNode): (() => void) => {
  log.length = 0;
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Suspense>{content}</Suspense>);
  document.body.append(container);
  const code = Promise.withResolvers<void>();
  const Loaded = ({ children }: { children: ReactNode }) => {
    use(code.promise);
    return children;
  };
  root = hydrateRoot(
    container,
    <Suspense>
      <Loaded>{content}</Loaded>
    </Suspense>,
  );
  return code.resolve;
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const isWaiting = (name: string): boolean => button(name).element().hasAttribute('data-waiting');

it('shows at once that a press is remembered, and carries out the presses in their order', async () => {
  const hydrate = openPage(
    <>
      <Item name="A" />
      <Item name="B" />
    </>,
  );
  await button('B').click();
  expect(isWaiting('B')).toBe(true);
  await button('A').click();
  hydrate();
  await expect.poll(() => log).toEqual(['B', 'A']);
  expect(isWaiting('A') || isWaiting('B')).toBe(false);
  await button('A').click();
  expect(log).toEqual(['B', 'A', 'A']);
});

it('carries out a press once, however often a visitor presses, but counts every press of a stepper', async () => {
  const hydrate = openPage(
    <>
      <Item name="A" />
      <Item name="More" {...EVERY_PRESS_COUNTS} />
    </>,
  );
  for (const name of ['A', 'More', 'A', 'More']) await button(name).click();
  hydrate();
  await expect.poll(() => log).toEqual(['A', 'More', 'More']);
});

it('applies what was typed before a press at the moment of hydration', async () => {
  const added: number[] = [];
  const Quantity = () => {
    const [value, setValue] = useState(1);
    const add = useRef<HTMLButtonElement>(null);
    useLayoutEffect(() => queueMicrotask(() => add.current?.click()), []);
    return (
      <>
        <NumberField label="Quantity" value={value} onChange={setValue} />
        <button ref={add} type="button" onClick={() => added.push(value)}>
          Add
        </button>
      </>
    );
  };
  const hydrate = openPage(<Quantity />);
  await page.getByRole('textbox', { name: 'Quantity' }).fill('3');
  hydrate();
  await expect.poll(() => added).toEqual([3]);
});

it('lets each press of a stepper start from the number that was typed and changed before', async () => {
  const Quantity = () => {
    const [value, setValue] = useState(1);
    return (
      <>
        <NumberField label="Quantity" value={value} onChange={setValue} />
        <Item name={`Add ${value}`} aria-label="Add" />
        <p>{value} pieces</p>
      </>
    );
  };
  const hydrate = openPage(<Quantity />);
  await page.getByRole('textbox').fill('5');
  for (const name of ['One more', 'One more', 'Add']) await button(name).click();
  hydrate();
  await expect.poll(() => log).toEqual(['Add 7']);
});

it('drops the press of a button that opens a dialog or menu when something else is pressed', async () => {
  const hydrate = openPage(
    <>
      <Item name="Menu" aria-haspopup="dialog" />
      <Item name="Account" {...LAST_PRESS_COUNTS} />
      <Item name="Add" />
      <Item name="Cart" aria-haspopup="dialog" />
    </>,
  );
  for (const name of ['Menu', 'Account', 'Add', 'Cart']) await button(name).click();
  expect(isWaiting('Menu') || isWaiting('Account')).toBe(false);
  hydrate();
  await expect.poll(() => log).toEqual(['Add', 'Cart']);
});

it('carries out once what is pressed again when its part has just been hydrated', async () => {
  const Menu = () => {
    const menu = useRef<HTMLButtonElement>(null);
    useLayoutEffect(() => queueMicrotask(() => menu.current?.click()), []);
    return (
      <>
        <button ref={menu} type="button" onClick={() => log.push('Menu')}>
          Menu
        </button>
        <Item name="Next" />
      </>
    );
  };
  const hydrate = openPage(<Menu />);
  for (const name of ['Menu', 'Next']) await button(name).click();
  hydrate();
  await expect.poll(() => log).toContain('Next');
  expect(log).toEqual(['Menu', 'Next']);
});

it('drops a press half a minute after the last one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  openPage(<Item name="More" {...EVERY_PRESS_COUNTS} />);
  const press = () => (button('More').element() as HTMLElement).click();
  press();
  vi.advanceTimersByTime(29_000);
  press();
  vi.advanceTimersByTime(29_000);
  expect(isWaiting('More')).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(isWaiting('More')).toBe(false);
  vi.useRealTimers();
});

it('drops the press of a toggle that has another name or state after hydration, but opens what then has one', async () => {
  const Player = () => {
    const [isPlaying, setPlaying] = useState(true);
    const [isSaved, setSaved] = useState(false);
    const [count, setCount] = useState(0);
    useLayoutEffect(() => {
      setPlaying(false);
      setSaved(true);
      setCount(2);
    }, []);
    return (
      <>
        <Item name="Toggle" aria-label={isPlaying ? 'Pause' : 'Play'} />
        <Item name="Save" aria-pressed={isSaved} />
        <Item name="Cart" aria-label={`Cart, ${count}`} aria-haspopup="dialog" />
      </>
    );
  };
  const hydrate = openPage(<Player />);
  for (const name of ['Pause', 'Save', 'Cart, 0']) await button(name).click();
  hydrate();
  await expect.poll(() => log).toEqual(['Cart']);
  expect(isWaiting('Play') || isWaiting('Save')).toBe(false);
});

it('drops a press when the visitor leaves the page, which the browser may restore later', async () => {
  const hydrate = openPage(
    <>
      <Item name="Old" />
      <Item name="New" />
    </>,
  );
  await button('Old').click();
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  expect(isWaiting('Old')).toBe(false);
  await button('New').click();
  hydrate();
  await expect.poll(() => log).toEqual(['New']);
});

it('leaves a form that the browser can submit to the browser, and remembers the press for another', async () => {
  const submitted = vi.fn();
  const handleSubmit = (event: Event) => {
    event.preventDefault();
    submitted();
  };
  addEventListener('submit', handleSubmit);
  const Forms = () => (
    <>
      <form action="/search">
        <button type="submit">Search</button>
      </form>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          log.push('sent');
        }}
      >
        <input aria-label="Name" />
        <button type="submit">Send</button>
      </form>
    </>
  );
  const hydrate = openPage(<Forms />);
  await button('Search').click();
  expect(submitted).toHaveBeenCalledOnce();
  expect(isWaiting('Search')).toBe(false);
  // Enter presses the form's button.
  await page.getByRole('textbox').fill('Ada');
  await userEvent.keyboard('{Enter}');
  expect(isWaiting('Send')).toBe(true);
  expect(submitted).toHaveBeenCalledOnce();
  hydrate();
  await expect.poll(() => log).toEqual(['sent']);
  removeEventListener('submit', handleSubmit);
});
