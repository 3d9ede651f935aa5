import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';

// A list with mistakes, and a list that somebody else has changed meanwhile.
test.use({ expectedErrors: [/status of 40[09]/] });
// There is one list for the whole shop.
test.describe.configure({ mode: 'serial' });

test(
  'an operator tries synonyms, saves them, and goes back to the built-in list',
  {
    tag: ['@SEARCH-18', '@SEARCH-19'],
  },
  async ({ page }, { project }) => {
    const desk = await openDesk(page, 'operators', 'catalogue');
    // Words of its own, because both widths run at the same time.
    const word = `qx${project.name}`;
    await page.goto(`${desk.path}/catalogue/synonyms`);
    const list = page.getByRole('textbox', { name: 'Synonyms' });
    await expect(list).toHaveValue(/garri, gari, eba/);
    await expectNoHorizontalOverflow(page);
    const tryPanel = page.getByRole('region', { name: 'Try it' });
    await tryPanel.getByLabel('Search as a shopper would').fill(word);
    const before = await list.inputValue();
    await list.fill(`${before}\ngarri, ${word}`);
    await tryPanel.getByRole('button', { name: 'Try' }).click();
    await expect(tryPanel.getByRole('status').last()).toContainText(`“${word}” finds: ${word}, garri`);
    await expect(tryPanel.getByText('New').first()).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);

    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await expectOnScreen(bar.getByRole('button', { name: 'Save' }));
    await list.fill(`${before}\ngarri`);
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/^Line \d+ needs two names or more/)).toBeVisible();
    await page.reload();
    await expect(list).toHaveValue(`${before}\ngarri`);
    await list.fill(`${before}\ngarri, ${word}`);
    // What is saved is the work of one, so the browser is told what somebody else would have changed.
    const saved = {
      list: `${before}\ngarri, ${word}\n`,
      is_built_in: false,
      changed_at: '2026-11-28T10:00:00Z',
      changed_by: 'a',
    };
    const theirs = { ...saved, revision: 7, list: 'yam, tuber\n' };
    let current: object = theirs;
    await page.route('**/operator/synonyms/', (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: current });
      const { revision, list: sent } = route.request().postDataJSON();
      if (revision !== 7 && sent !== null) {
        const text = 'Somebody else has changed the synonyms.';
        return route.fulfill({
          status: 409,
          json: { code: 'synonyms_changed', detail: text, message: text, current: theirs },
        });
      }
      current = sent === null ? { ...saved, revision: 9, list: before, is_built_in: true } : { ...saved, revision: 8 };
      return route.fulfill({ json: current });
    });
    await bar.getByRole('button', { name: 'Save' }).click();
    const conflict = await expectOnScreen(page.getByRole('dialog', { name: 'Somebody else has saved this list' }));
    await expect(conflict).toContainText('yam, tuber');
    await conflict.getByRole('button', { name: 'Use these' }).click();
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(bar).toHaveCount(0);
    await page.getByRole('button', { name: /^Use the list that the shop comes with/ }).click();
    const reset = await expectOnScreen(page.getByRole('alertdialog'));
    await expectOnScreen(reset.getByRole('button', { name: 'Keep this list' }));
    await reset.getByRole('button', { name: 'Use that list' }).click();
    await expect(list).toHaveValue(before);
    await expect(reset).toHaveCount(0);
  },
);

test('a role that only reads changes no synonyms', { tag: ['@SEARCH-18'] }, async ({ page }) => {
  const desk = await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/catalogue/synonyms`);
  await expect(page.getByRole('textbox', { name: 'Synonyms' })).toHaveAttribute('readonly', '');
  await expect(page.getByRole('region', { name: 'Try it' })).toHaveCount(0);
  await expectNoHorizontalOverflow(page);
});
