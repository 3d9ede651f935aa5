import type { OperatorCategories } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, type Page, test } from './support/fixtures.ts';

// A name that exists already.
test.use({ expectedErrors: [/status of 409/] });

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Categories' }).getByRole('listitem').filter({ hasText: name });
const openMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Change ${name}`, exact: true }).click();

test(
  'an operator creates, renames, hides, moves, merges and deletes categories',
  {
    tag: ['@CATEGORY-1', '@CATEGORY-2', '@CATEGORY-3', '@CATEGORY-4', '@CATEGORY-5', '@CATEGORY-6', '@CATEGORY-7'],
  },
  async ({ page }, { project }) => {
    const desk = await openDesk(page, 'operators', 'catalogue');
    const word = `Drums ${project.name} ${Date.now().toString(36)}`;
    await page.goto(`${desk.path}/catalogue`);
    await expectNoHorizontalOverflow(page);

    // Without products, so that the shop goes on as it is.
    const { results } = await desk.call<OperatorCategories>('GET', '/operator/categories/');
    const [category] = results;
    if (!category) throw new Error('the shop has no categories');
    const create = (name: string, level: string, parent_id: number) =>
      desk.call<OperatorCategories>('POST', '/operator/categories/', { name, level, parent_id });
    const tree = await create(word, 'sub_category', category.id);
    const subId = tree.results[0]?.sub_categories.find(({ name }) => name === word)?.id ?? 0;
    await create(`${word} one`, 'sub_item', subId);
    await create(`${word} two`, 'sub_item', subId);

    await page.goto(`${desk.path}/catalogue?search=${encodeURIComponent(word)}`);
    await openMenu(page, word);
    await expectOnScreen(page.getByRole('button', { name: 'Merge into another…' }));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a sub-item…' }).click();
    const dialog = await expectOnScreen(page.getByRole('dialog', { name: /^New sub-item/ }));
    await dialog.getByLabel('Name').fill(`${word} one`);
    await dialog.getByRole('button', { name: 'Create the sub-item' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, ['[role=dialog]']);
    await dialog.getByLabel('Name').fill(`${word} three`);
    await dialog.getByRole('button', { name: 'Create the sub-item' }).click();
    await expect(row(page, `${word} three`)).toBeVisible();

    // By the keyboard.
    await page.getByRole('button', { name: new RegExp(`^Move ${word} two`) }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(`${word} two: stays where it is`)).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(`${word} two: first in ${word}`)).toBeAttached();
    await page.keyboard.press('Space');
    await expect(row(page, word).nth(1)).toContainText(`${word} two`);

    await openMenu(page, `${word} three`);
    await page.getByRole('button', { name: 'Move to…' }).click();
    const moving = await expectOnScreen(page.getByRole('dialog', { name: /^Move/ }));
    await moving.getByLabel('Place').selectOption('First');
    await moving.getByRole('button', { name: 'Move it' }).click();
    await expect(row(page, word).nth(1)).toContainText(`${word} three`);

    await openMenu(page, `${word} three`);
    await page.getByRole('button', { name: 'Rename…' }).click();
    const naming = await expectOnScreen(page.getByRole('dialog', { name: /^Rename/ }));
    await naming.getByLabel('Name').fill(`${word} four`);
    await naming.getByRole('button', { name: 'Rename it' }).click();
    await openMenu(page, `${word} four`);
    await page.getByRole('button', { name: 'Hide it while it is empty' }).click();
    await expect(row(page, `${word} four`)).toContainText('hidden, because it is empty');

    await openMenu(page, `${word} four`);
    await page.getByRole('button', { name: 'Merge into another…' }).click();
    const merging = await expectOnScreen(page.getByRole('dialog', { name: /^Merge/ }));
    await merging.getByLabel('Into').selectOption(`${category.name} › ${word} › ${word} one`);
    await merging.getByRole('button', { name: 'Merge them' }).click();
    await expect(merging.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
    await merging.getByLabel('Reason').fill('The same goods');
    await merging.getByRole('button', { name: 'Merge them' }).click();
    await expect(row(page, `${word} four`)).toHaveCount(0);

    for (const name of [`${word} one`, `${word} two`, word]) {
      await openMenu(page, name);
      await page.getByRole('button', { name: 'Delete…' }).click();
      const question = await expectOnScreen(page.getByRole('alertdialog'));
      await expectOnScreen(question.getByRole('button', { name: 'Keep it' }));
      await question.getByRole('button', { name: /^Delete the/ }).click();
      await expect(question).toHaveCount(0);
    }
    await expect(page.getByText('No category matches')).toBeVisible();
  },
);

test('support reads the categories and changes nothing', { tag: ['@STAFF-4'] }, async ({ page }) => {
  const desk = await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/catalogue`);
  await page
    .getByRole('button', { name: /^What is in/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Change/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0);
});
