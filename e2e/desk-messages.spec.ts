import { fetchFromApi, fetchSoldProduct, postToApi, sendQuestion } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, type Page, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';
import { createShopper } from './support/shoppers.ts';

test.use({ expectedErrors: [/status of 404|ERR_FAILED/] });

const conversation = (page: Page) => page.getByRole('group', { name: 'Conversation' });
const box = (page: Page) => conversation(page).getByRole('textbox');
const rows = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('link').filter({ hasText: text });

test('a merchant answers a question, sees the next one arrive, and loses no answer without a connection', {
  tag: ['@DESK-9', '@DESK-10', '@DESK-11', '@DESK-12', '@MERCHANT-9'],
}, async ({ page }) => {
  const shopper = await createShopper();
  const product = await fetchSoldProduct(page, 5);
  const word = `harvest${Date.now()}`;
  const question = `Is it of this ${word}?`;
  const id = await sendQuestion(page, shopper.token, product.id, 'Harvest', question);
  const desk = await openDesk(page, product.merchantId, 'staff');
  await page.goto(desk.path);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Unanswered/ })
    .click();
  await page.getByRole('searchbox', { name: 'Search messages' }).fill(word);
  await expect(page).toHaveURL(new RegExp(word));
  await expect(rows(page, question)).toContainText('unread');
  await expect(rows(page, question)).toContainText(product.title);
  await expectNoHorizontalOverflow(page);

  await test.step('opening it marks it as read', async () => {
    await rows(page, question).click();
    await expect(conversation(page)).toBeFocused();
    await expect(conversation(page).getByRole('heading', { name: 'Ada Obi' })).toBeVisible();
    await expect(conversation(page).getByRole('link', { name: new RegExp(product.title) })).toHaveAttribute(
      'href',
      `/product/details/${product.id}`,
    );
    await expectOnScreen(box(page));
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
    await expect
      .poll(async () => (await desk.call<{ is_read: boolean }>('GET', `/merchant/messages/${id}/`)).is_read)
      .toBe(true);
  });

  await test.step('it can be done without an answer, and that can be undone', async () => {
    await conversation(page).getByRole('button', { name: 'Done', exact: true }).click();
    await expect(page.getByText('Done. It comes back when the buyer writes again.')).toBeVisible();
    await conversation(page).getByRole('button', { name: 'Not done' }).click();
    await expect(conversation(page).getByRole('button', { name: 'Done', exact: true })).toBeVisible();
  });

  await test.step('a saved reply is put into the answer', async () => {
    await conversation(page)
      .getByRole('button', { name: /^(?:Save a reply|Change saved replies)/ })
      .click();
    const dialog = await expectOnScreen(page.getByRole('dialog', { name: 'Saved replies' }));
    await dialog.getByRole('button', { name: 'New reply' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('Write a title.')).toBeVisible();
    await dialog.getByLabel('Title').fill(word);
    await dialog.getByLabel('Reply').fill('Dear {name}, yes.');
    await expectAccessible(page, ['[role=dialog]']);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expectOnScreen(dialog.getByRole('button', { name: `Delete ${word}` }));
    await page.keyboard.press('Escape');
    await conversation(page).getByRole('button', { name: word, exact: true }).click();
    await expect(box(page)).toHaveValue('Dear Ada, yes.');
    await expect(box(page)).toBeFocused();
  });

  await test.step('Ctrl+Enter sends the answer', async () => {
    await box(page).fill('Yes.\nFrom Ṣakí itself.');
    await page.keyboard.press('Control+Enter');
    await expectOnScreen(conversation(page).getByRole('listitem').filter({ hasText: 'From Ṣakí itself.' }));
    await expect(box(page)).toHaveValue('');
    await expect(box(page)).toBeFocused();
    const { replies } = await fetchFromApi<{ replies: { content: string }[] }>(
      page,
      `/list-contact-merchant/${id}/`,
      shopper.token,
    );
    expect(replies.map(({ content }) => content)).toEqual(['Yes.\nFrom Ṣakí itself.']);
  });

  await test.step('what arrives is shown, and what is being typed stays', async () => {
    await box(page).fill('Can I');
    await postToApi(page, `/contact-merchant/${id}/reply/`, shopper.merchantToken, { content: 'Then I take two.' });
    await expectOnScreen(conversation(page).getByRole('listitem').filter({ hasText: 'Then I take two.' }));
    await page.reload();
    await expect(box(page)).toHaveValue('Can I');
  });

  await test.step('an answer that could not be sent is still there after a reload, and is sent once', async () => {
    const url = `**/backend/merchant/messages/${id}/reply/`;
    await page.route(url, (route) => route.abort());
    await box(page).fill('Thank you!');
    await conversation(page).getByRole('button', { name: 'Send', exact: true }).click();
    await expect(conversation(page)).toContainText('Not sent. There is no connection.');
    await expectAccessible(page);
    await page.reload();
    await expectOnScreen(conversation(page).getByText('Thank you!'));
    await page.unroute(url);
    await conversation(page).getByRole('button', { name: 'Edit' }).click();
    await expect(box(page)).toHaveValue('Thank you!');
    await page.route(url, (route) => route.abort());
    await page.keyboard.press('Control+Enter');
    await box(page).press('Control+Enter');
    await expect(conversation(page)).toContainText('Not sent.');
    await page.unroute(url);
    await conversation(page).getByRole('button', { name: 'Send again' }).click();
    await expectOnScreen(conversation(page).getByRole('listitem').filter({ hasText: 'Thank you!' }));
    await expect(conversation(page).getByText('Not sent.')).toHaveCount(0);
    await page.reload();
    await expect(conversation(page).getByText('Thank you!')).toHaveCount(1);
  });

  const back = conversation(page).getByRole('link', { name: 'All messages' });
  if (await back.isVisible()) {
    await back.click();
    await expect(page.getByRole('region', { name: 'Messages' })).toBeFocused();
  }
  await expect(page.getByText('No conversation matches')).toBeVisible();
  await page.getByRole('navigation', { name: 'Views of the messages' }).getByRole('link', { name: 'Done' }).click();
  await expect(rows(page, 'You: Thank you!')).not.toContainText('Unanswered');
});

test('a merchant writes to the buyer of an order; what belongs to another store is not found', {
  tag: ['@MERCHANT-9', '@STAFF-1'],
}, async ({ page }) => {
  const { id, first, token } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, first.merchantId);
  await page.goto(`${desk.path}/orders/${id}`);
  await page.getByRole('link', { name: 'Message the buyer' }).click();
  const text = conversation(page).getByRole('textbox', { name: 'Message' });
  await expect(conversation(page).getByLabel('Subject')).toHaveValue(`Your order ${id}`);
  await conversation(page).getByRole('button', { name: 'Send' }).click();
  await expect(conversation(page).getByText('Write your message.')).toBeVisible();
  await expect(text).toBeFocused();
  await text.fill('It leaves tomorrow.');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.reload();
  await expect(text).toHaveValue('It leaves tomorrow.');
  await conversation(page).getByRole('button', { name: 'Send' }).click();
  await expect(conversation(page).getByRole('listitem')).toContainText('It leaves tomorrow.');
  await expect(conversation(page).getByRole('link', { name: new RegExp(id) })).toBeVisible();
  type Inbox = { results: { content: string; order_id: string }[] };
  const { results } = await fetchFromApi<Inbox>(page, '/user/messages', token);
  expect(results).toMatchObject([{ content: 'It leaves tomorrow.', order_id: id }]);

  const address = page.url();
  const other = await openDesk(page, 'new');
  await page.goto(address.replace(desk.path, other.path));
  await expect(page.getByText('Your store has no such conversation')).toBeVisible();
  await navigate(page, `${other.path}/messages/new?order=${id}`);
  await expect(page.getByText('Your store has no such order')).toBeVisible();
  await navigate(page, `${other.path}/messages`);
  await expect(page.getByText('Nobody waits for an answer')).toBeVisible();
});
