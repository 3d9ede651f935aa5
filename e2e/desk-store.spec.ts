import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';

/** A picture of 4 × 2 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR42mNwSFgARwzIHAB/GgoBdrBiTwAAAABJRU5ErkJggg==',
  'base64',
);

// The address that is no address.
test.use({ expectedErrors: [/status of 400/] });

test('an owner changes the store and its cover, and nothing typed is lost', async ({ page }) => {
  const desk = await openDesk(page, 'new');
  await page.goto(`${desk.path}/settings`);
  await page.getByLabel('Place').fill('Kano, Nigeria');
  await page.getByLabel('Orders leave within').selectOption('3 days');
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expectOnScreen(bar.getByRole('button', { name: 'Save' }));
  await expect(bar).toContainText('Place, Days until it leaves changed');

  await page.reload();
  await expect(page.getByLabel('Place')).toHaveValue('Kano, Nigeria');
  await page.locator('input[type=file]').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(bar).toContainText('Cover, Place');
  await page.getByLabel('Email').fill('no address');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write an email address.')).toBeVisible();
  await page.getByLabel('Email').fill(desk.email);
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toHaveCount(0);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  const store = await desk.call<{ place: string; handling_days: number; cover_url: string | null }>(
    'GET',
    '/merchant/store/',
  );
  expect(store).toMatchObject({ place: 'Kano, Nigeria', handling_days: 3, cover_url: expect.any(String) });
  await page.getByRole('button', { name: 'Remove the cover' }).click();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('img', { name: 'Cover of the store' })).toHaveCount(1);
});
