import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { describeWithHomeDraft } from './support/home-draft.ts';

// The second of two saved drafts.
test.use({ expectedErrors: [/status of 40[09]/] });

type State = { revision: number; draft: { content: Content } | null; showing: { content: Content } };
type Content = { banners: { headline: string }[]; tiles: object[]; articles: object[] };

describeWithHomeDraft('the draft', () => {
  test(
    'an operator edits the home page, previews, schedules and cancels it',
    {
      tag: ['@HOME-57', '@HOME-59', '@HOME-60', '@HOME-61'],
    },
    async ({ page }, { project }) => {
      const desk = await openDesk(page, 'operators', 'catalogue');
      await page.goto(`${desk.path}/home`);
      const list = page.getByRole('list', { name: 'Banners' });
      await expect(list.getByRole('listitem')).toHaveCount(8);
      await expectNoHorizontalOverflow(page);

      // The order is changed by the keyboard.
      const name = await list.getByRole('listitem').nth(1).textContent();
      await list.getByRole('button', { name: /^Move banner 2/ }).focus();
      await page.keyboard.press('Space');
      await expect(page.getByText('banner 2: place 2 of 8')).toBeAttached();
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText('banner 2: place 1 of 8')).toBeAttached();
      await page.keyboard.press('Space');
      await expect(list.getByRole('listitem').first()).toContainText(name ?? '');

      await list.getByRole('listitem').nth(2).getByRole('button').last().click();
      const headline = page.getByLabel('Headline');
      await headline.fill('');
      const bar = page.getByRole('region', { name: 'Unsaved changes' });
      await bar.getByRole('button', { name: 'Save the draft' }).click();
      await expect(headline).toHaveAttribute('aria-invalid', 'true');
      await headline.fill(`Feast days ${project.name}`);
      await expectAccessible(page);
      // What is typed stays on the device.
      await page.reload();
      await expect(headline).toHaveValue(`Feast days ${project.name}`);
      await bar.getByRole('button', { name: 'Save the draft' }).click();
      await expect(bar).toHaveCount(0);

      await page.getByRole('button', { name: 'Preview' }).click();
      const dialog = await expectOnScreen(page.getByRole('dialog', { name: 'The preview is ready' }));
      await expectAccessible(page, ['[role=dialog]']);
      await expect(dialog.getByRole('link', { name: /^Open it/ })).toHaveAttribute('href', /\/\?preview=/);
      await dialog.getByRole('button', { name: 'Close' }).click();

      await page.getByRole('button', { name: 'Publish…' }).click();
      const question = await expectOnScreen(page.getByRole('alertdialog'));
      await question.getByLabel('At a time').check();
      await question.getByLabel('From, Lagos time').fill('2020-01-01T10:00');
      await question.getByRole('button', { name: 'Schedule it' }).click();
      await expect(question.getByLabel('From, Lagos time')).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page, ['[role=alertdialog]']);
      await question.getByLabel('From, Lagos time').fill('2099-01-01T10:00');
      await question.getByRole('button', { name: 'Schedule it' }).click();
      await expect(question).toHaveCount(0);

      await page.getByRole('link', { name: /^Versions/ }).click();
      const versions = page.getByRole('region', { name: 'Versions' });
      const version = versions
        .getByRole('listitem')
        .filter({ hasText: 'From 1 Jan 2099, 10:00' })
        .filter({ hasText: 'Scheduled' });
      await expectAccessible(page);
      await expectNoHorizontalOverflow(page);
      await version
        .getByRole('button', { name: /^Cancel/ })
        .first()
        .click();
      await expectOnScreen(question.getByRole('button', { name: 'Keep it scheduled' }));
      await question.getByRole('button', { name: 'Cancel the version' }).click();
      await expect(versions.getByRole('listitem').first()).toContainText('Cancelled');
    },
  );

  test('two who edit the draft are shown both texts', { tag: ['@HOME-60'] }, async ({ page }) => {
    const desk = await openDesk(page, 'operators');
    await page.goto(`${desk.path}/home`);
    const headline = page.getByLabel('Headline');
    await headline.fill('My headline');
    const { revision, draft, showing } = await desk.call<State>('GET', '/operator/home/');
    const content = structuredClone(draft?.content ?? showing.content);
    const [first] = content.banners;
    if (!first) throw new Error('no banner');
    first.headline = 'Their headline';
    await desk.call('PUT', '/operator/home/draft/', { revision, content });

    const save = page.getByRole('button', { name: 'Save the draft' });
    await save.click();
    const dialog = await expectOnScreen(page.getByRole('dialog', { name: /^Somebody else/ }));
    await expectAccessible(page, ['[role=dialog]']);
    await expect(dialog.getByText(/Their headline/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Use these' }).click();
    await expect(headline).toHaveValue('My headline');
    await save.click();
    await expect(save).toHaveCount(0);
    const saved = await desk.call<State>('GET', '/operator/home/');
    expect(saved.draft?.content.banners[0]?.headline).toBe('My headline');
  });
});

test('support reads the home page and changes nothing; finance does not see it', {
  tag: ['@STAFF-4'],
}, async ({ page }) => {
  const desk = await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/home`);
  await expect(page.getByLabel('Headline')).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Move banner/ })).toHaveCount(0);
  await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/home`);
  await expect(page.getByText('There is nothing here for you')).toBeVisible();
});
