import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Carousel } from './carousel.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NAMES = ['Foods', 'Fabrics', 'Crafts', 'Beauty'];

const open = (intervalMs?: number) =>
  render(
    <Carousel
      label="Offers"
      intervalMs={intervalMs}
      slides={NAMES.map((name) => ({
        id: name,
        label: name,
        content: (
          <a href={`#${name}`} style={{ display: 'block', width: 300 }}>
            Shop {name}
          </a>
        ),
      }))}
    />,
  );

/** The links that screen readers and the Tab key reach: those of the shown slide. */
const reachableLinks = () =>
  page
    .getByRole('link')
    .elements()
    .flatMap((link) => (link.closest('[inert]') ? [] : [link.textContent]));
const expectShown = (name: string) => expect.poll(reachableLinks).toEqual([`Shop ${name}`]);

it('moves by buttons, dots and arrow keys, and wraps at the ends', async () => {
  const screen = await open();
  await expectShown('Foods');
  await screen.getByRole('button', { name: 'Previous slide' }).click();
  await expectShown('Beauty');
  await userEvent.keyboard('{ArrowRight}');
  await expectShown('Foods');
  await screen.getByRole('button', { name: 'Show slide 3: Crafts' }).click();
  await expectShown('Crafts');
  await screen.getByRole('button', { name: 'Next slide' }).click();
  await screen.getByRole('button', { name: 'Next slide' }).click();
  await expectShown('Foods');
});

it('places slides on both sides of the shown one', async () => {
  const screen = await open();
  await screen.getByRole('button', { name: 'Previous slide' }).click();
  await expectShown('Beauty');
  const slides = screen.getByRole('group').elements() as HTMLElement[];
  expect(slides.map(({ style }) => style.translate)).toEqual(['0%', '0%', '-400%', '-400%']);
  expect(slides[0]?.parentElement?.style.translate).toBe('calc(100% + 0px)');
});

it('follows a drag, and does not click the link at its end', async () => {
  const screen = await open();
  await expectShown('Foods');
  const link = screen.getByRole('link', { name: 'Shop Foods' });
  await link.click();
  expect(location.hash).toBe('#Foods');
  location.hash = '';
  await userEvent.dragAndDrop(link, link, { sourcePosition: { x: 290, y: 5 }, targetPosition: { x: 10, y: 5 } });
  await expectShown('Fabrics');
  expect(location.hash).toBe('');
});

it('plays automatically until paused', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const screen = await open(400);
  await userEvent.unhover(screen.getByRole('region', { name: 'Offers' }));
  await expectShown('Foods');
  await vi.advanceTimersByTimeAsync(400);
  await expectShown('Fabrics');
  // From here on act() renders each change before the test looks.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // A click that neither points at the carousel nor focuses it, because both pause it too.
  const pressWithoutPointer = (name: string) =>
    act(async () => (screen.getByRole('button', { name }).element() as HTMLElement).click());
  await pressWithoutPointer('Pause slides');
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(reachableLinks()).toEqual(['Shop Fabrics']);
  await pressWithoutPointer('Play slides');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(reachableLinks()).toEqual(['Shop Crafts']);
});
