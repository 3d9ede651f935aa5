import {
  expectAccessible,
  expectAllOnScreen,
  expectNoHorizontalOverflow,
  expectOnScreen,
} from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, type Page, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';

/** The addresses of all places of the navigation; on phones most are under "More". */
const readPlaces = async (page: Page, isPhone: boolean): Promise<string[]> => {
  const bar = page.getByRole('navigation', { name: isPhone ? 'Desk, short' : 'Desk', exact: true });
  await expectAllOnScreen(bar.getByRole('link'));
  if (isPhone) {
    await bar.getByRole('button', { name: 'More' }).click();
    const menu = await expectOnScreen(page.getByRole('dialog', { name: 'More' }));
    await expectOnScreen(menu.getByRole('link', { name: /^(?:Settings|Integrations)$/ }));
  }
  const links = page.locator('nav[aria-label^="Desk"] a, [role=dialog] a');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const { pathname } = new URL(page.url());
  return [...new Set(paths)].filter((path) => path.startsWith(`${pathname}/`));
};

for (const who of ['merchants', 'operators'] as const)
  test(`the pages of ${who} fit the screen and are accessible`, async ({ page }, { project }) => {
    const isPhone = project.name === 'phone';
    const { first } = await createBuyerWithPaidOrder(page);
    const desk = await openDesk(page, who === 'operators' ? who : first.merchantId);
    await page.goto(desk.path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
    const places = await readPlaces(page, isPhone);
    expect(places.length).toBeGreaterThan(6);
    if (isPhone) await page.keyboard.press('Escape');
    for (const place of places) {
      await test.step(place, async () => {
        // On the client: a document costs three times as much. The heading of the page before must be gone.
        await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.setAttribute('data-before', ''));
        await navigate(page, place);
        await expect(page.locator('h1[data-before]')).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
        await expect(page.getByRole('heading', { name: /did not load|nothing here for you/ })).toHaveCount(0);
        await expectAccessible(page);
        await expectNoHorizontalOverflow(page);
      });
    }
  });

test('the gallery shows the parts of the desk, and what opens is on the screen', async ({ page }) => {
  await openDesk(page, 'operators');
  await page.goto('/desk/components');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('button', { name: 'Question' }).click();
  const question = await expectOnScreen(page.getByRole('alertdialog', { name: 'Cancel 2 pieces?' }));
  await expectAccessible(page, ['[role=alertdialog]']);
  await question.getByRole('button', { name: 'Keep them' }).click();
  await page.getByRole('button', { name: 'Reason' }).click();
  const reason = await expectOnScreen(page.getByRole('alertdialog', { name: /^Suspend/ }));
  await expectAccessible(page, ['[role=alertdialog]']);
  await reason.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Toast with Undo' }).click();
  const undo = await expectOnScreen(page.getByRole('button', { name: 'Undo', exact: true }));
  await undo.click();
  await page.getByRole('button', { name: 'Foot bar' }).click();
  const bar = page.getByRole('region', { name: 'Changes' });
  await expectOnScreen(bar.getByRole('button', { name: 'Save' }));
  await expectAccessible(page, ['[aria-label=Changes]']);
});
