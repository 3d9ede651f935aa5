import { Suspense, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Checkbox } from './checkbox-radio.tsx';
import { startEarlyPresses } from './early-presses.ts';
import { EARLY_PRESSES_SCRIPT } from './early-presses-script.ts';
import { hydrateLate } from './late-hydration.tsx';

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Pressed {count} times
    </button>
  );
}

/** A checkbox whose component holds its state, like the filters of a list. */
function Choice() {
  const [isChosen, setIsChosen] = useState(false);
  return (
    <Checkbox
      checked={isChosen}
      onChange={() => setIsChosen(!isChosen)}
      label={<span>{isChosen ? 'Chosen' : 'Not chosen'}</span>}
    />
  );
}

const button = () => page.getByRole('button');

let unmount = () => {};
beforeAll(() => {
  const script = document.createElement('script');
  script.textContent = EARLY_PRESSES_SCRIPT;
  document.head.append(script);
});
afterEach(() => {
  unmount();
  document.body.replaceChildren();
});

/** Reports that React has hydrated the page around the part. */
function Ready({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}

/** Puts a part that the server rendered into the page, hydrates the page, and records recoverable errors. */
const openPage = async (importComponent: () => Promise<typeof Counter>, Rendered = Counter) => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(
    <Suspense>
      <Rendered />
    </Suspense>,
  );
  document.body.append(container);
  const Part = hydrateLate(importComponent);
  const onRecoverableError = vi.fn();
  const hydrated = Promise.withResolvers<void>();
  const root = hydrateRoot(
    container,
    <>
      <Part />
      <Ready onReady={hydrated.resolve} />
    </>,
    { onRecoverableError },
  );
  startEarlyPresses();
  await hydrated.promise;
  unmount = () => root.unmount();
  return { rendered: container.querySelector('button'), onRecoverableError };
};

// This test must be the first, because late hydration starts only once in a page.
it('keeps what the server rendered, and loads no code until the visitor interacts', async () => {
  const importCounter = vi.fn(async () => Counter);
  const { rendered, onRecoverableError } = await openPage(importCounter);
  await expect.element(button()).toHaveTextContent('Pressed 0 times');
  // A carousel that plays scrolls too, but is no interaction.
  rendered?.dispatchEvent(new Event('scroll'));
  await new Promise(requestAnimationFrame);
  expect(importCounter).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('scroll'));
  await expect.poll(() => importCounter.mock.calls.length).toBe(1);
  await expect.poll(() => rendered?.isConnected).toBe(true);
  expect(onRecoverableError).not.toHaveBeenCalled();
});

it('repeats a click that came before its code was loaded, on the same element', async () => {
  const code = Promise.withResolvers<typeof Counter>();
  const { rendered, onRecoverableError } = await openPage(() => code.promise);
  await button().click();
  expect(rendered).toHaveTextContent('Pressed 0 times');
  code.resolve(Counter);
  await expect.element(button()).toHaveTextContent('Pressed 1 times');
  await button().click();
  await expect.element(button()).toHaveTextContent('Pressed 2 times');
  expect(rendered?.isConnected).toBe(true);
  expect(onRecoverableError).not.toHaveBeenCalled();
});

it('repeats a click on each of several buttons, once', async () => {
  const Two = () => (
    <>
      <Counter />
      <Counter />
    </>
  );
  const code = Promise.withResolvers<typeof Two>();
  await openPage(() => code.promise, Two);
  for (const pressed of [button().first(), button().last(), button().first()]) await pressed.click();
  code.resolve(Two);
  await expect.element(button().last()).toHaveTextContent('Pressed 1 times');
  await expect.element(button().first()).toHaveTextContent('Pressed 1 times');
});

it.each([
  ['the checkbox', () => page.getByRole('checkbox')],
  ['its label', () => page.getByText('Not chosen')],
])('repeats a click on %s', async (_, find) => {
  const code = Promise.withResolvers<typeof Choice>();
  const { onRecoverableError } = await openPage(() => code.promise, Choice);
  await find().click();
  code.resolve(Choice);
  await expect.element(page.getByText('Chosen', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('checkbox')).toBeChecked();
  expect(onRecoverableError).not.toHaveBeenCalled();
});

it('keeps what the server rendered when its code cannot be loaded, and tries again at the next interaction', async () => {
  const importCounter = vi.fn(async () => Counter).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { rendered, onRecoverableError } = await openPage(importCounter);
  document.dispatchEvent(new Event('scroll'));
  await expect.poll(() => importCounter.mock.calls.length).toBe(1);
  expect(rendered?.isConnected).toBe(true);
  await button().click();
  await expect.element(button()).toHaveTextContent('Pressed 1 times');
  expect(onRecoverableError).not.toHaveBeenCalled();
});

it('takes presses itself when the browser renders it with loaded code', async () => {
  const Part = hydrateLate(async () => Counter);
  await Part.load();
  const screen = await render(<Part />);
  await button().click();
  await button().click();
  await expect.element(screen.getByRole('button')).toHaveTextContent('Pressed 2 times');
});
