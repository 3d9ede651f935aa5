import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';

/** A picture of 4 × 2 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR42mNwSFgARwzIHAB/GgoBdrBiTwAAAABJRU5ErkJggg==',
  'base64',
);

// The address that is none, and the change that came second.
test.use({ expectedErrors: [/status of 40[09]/] });

test('an owner changes the store and its cover, and nothing typed is lost', async ({ page }) => {
  const desk = await openDesk(page, 'new');
  await page.goto(`${desk.path}/settings`);
  await page.getByLabel('Place').fill('Kano, Nigeria');
  await page.getByLabel('Orders leave within').selectOption('3 days');
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expectOnScreen(bar.getByRole('button', { name: 'Save' }));
  await expect(bar).toContainText('Place, Days until orders leave changed');

  await page.reload();
  await expect(page.getByLabel('Place')).toHaveValue('Kano, Nigeria');
  await page.locator('input[type=file]').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(bar).toContainText('Cover and 2 more changed');
  await page.getByLabel('Email').fill('no address');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write an email address.')).toBeVisible();
  await page.getByLabel('Email').fill(desk.email);
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toHaveCount(0);
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

test('a store describes itself, goes on holiday, and both values of a conflict are shown', {
  tag: ['@DESK-13', '@DESK-14', '@DESK-15'],
}, async ({ page }) => {
  const desk = await openDesk(page, 'new');
  await page.goto(`${desk.path}/settings`);
  await page.getByLabel('What you stand for').fill('Garri from Ijebu.');
  await page.getByLabel('Close the store for a while').check();
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  const save = bar.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(page.getByText('Choose the first day.')).toBeVisible();
  await page.getByLabel('First day').fill('2020-01-01');
  await page.getByLabel('Open again on').fill('2019-12-31');
  await save.click();
  await expect(page.getByText('Choose a day after the first one.')).toBeVisible();
  await page.getByLabel('Open again on').fill('2999-12-31');
  await page.getByLabel('Sentence in the shop').fill('With our families.');
  await save.click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Holiday' })).toContainText('On holiday');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  const store = await desk.call('GET', '/merchant/store/');
  const holiday = { from: '2020-01-01', until: '2999-12-31', note: 'With our families.' };
  expect(store).toMatchObject({ description: 'Garri from Ijebu.', holiday, is_on_holiday: true });

  await desk.call('PATCH', '/merchant/store/', { place: 'Abuja, Nigeria', description: 'Flour.' });
  await page.getByLabel('Place').fill('Jos, Nigeria');
  await save.click();
  const dialog = await expectOnScreen(page.getByRole('dialog', { name: 'Somebody else has saved this store' }));
  await expect(dialog).toContainText('Abuja, Nigeria');
  await expect(dialog).not.toContainText('Flour.');
  await expectOnScreen(dialog.getByRole('button', { name: 'Use these' }));
  await dialog.getByRole('button', { name: 'Use these' }).click();
  await expect(page.getByLabel('What you stand for')).toHaveValue('Flour.');
  await save.click();
  await expect(bar).toHaveCount(0);
  expect(await desk.call('GET', '/merchant/store/')).toMatchObject({ place: 'Jos, Nigeria', description: 'Flour.' });
});
