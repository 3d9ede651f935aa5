import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Carousel } from './carousel.tsx';

const NAMES = ['Foods', 'Fabrics', 'Crafts', 'Beauty'];

const open = (interval?: number) =>
  render(
    <Carousel
      label="Offers"
      intervalMs={interval}
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

/** What readers and the Tab key find: the slide in sight alone. */
const inSight = () =>
  page
    .getByRole('link')
    .elements()
    .flatMap((link) => (link.closest('[inert]') ? [] : [link.textContent]));
const shows = (name: string) => expect.poll(inSight).toEqual([`Shop ${name}`]);

it('goes round by buttons, dots and arrow keys', async () => {
  const screen = await open();
  await shows('Foods');
  await screen.getByRole('button', { name: 'Previous slide' }).click();
  await shows('Beauty');
  await userEvent.keyboard('{ArrowRight}');
  await shows('Foods');
  await screen.getByRole('button', { name: 'Show slide 3: Crafts' }).click();
  await shows('Crafts');
  await screen.getByRole('button', { name: 'Next slide' }).click();
  await screen.getByRole('button', { name: 'Next slide' }).click();
  await shows('Foods');
});

it('places the slides on both sides of the one in sight, whichever way round', async () => {
  const screen = await open();
  await screen.getByRole('button', { name: 'Previous slide' }).click();
  await shows('Beauty');
  const slides = screen.getByRole('group').elements() as HTMLElement[];
  expect(slides.map(({ style }) => style.translate)).toEqual(['0%', '0%', '-400%', '-400%']);
  expect(slides[0]?.parentElement?.style.translate).toBe('calc(100% + 0px)');
});

it('follows a drag, whose end is no click on a link', async () => {
  const screen = await open();
  await shows('Foods');
  const link = screen.getByRole('link', { name: 'Shop Foods' });
  await link.click();
  expect(location.hash).toBe('#Foods');
  location.hash = '';
  await userEvent.dragAndDrop(link, link, { sourcePosition: { x: 290, y: 5 }, targetPosition: { x: 10, y: 5 } });
  await shows('Fabrics');
  expect(location.hash).toBe('');
});

it('plays by itself until paused', async () => {
  const screen = await open(400);
  await userEvent.unhover(screen.getByRole('region', { name: 'Offers' }));
  await shows('Fabrics');
  await screen.getByRole('button', { name: 'Pause slides' }).click();
  const then = inSight();
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(inSight()).toEqual(then);
});
