import { fetchFromApi, fetchSoldProduct, postToApi, sendQuestion } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, type Page, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';
import { createShopper } from './support/shoppers.ts';

test.use({ expectedErrors: [/status of 404/, /ERR_FAILED/] });

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const box = (page: Page) => conversation(page).getByRole('textbox');
const rows = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('link').filter({ hasText: text });

test('a merchant answers a question, sees the next one arrive, and loses no answer without a connection', {
  tag: ['@MERCHANT-9', '@MESSAGE-52', '@MESSAGE-57', '@MESSAGE-58'],
}, async ({ page }) => {
  const shopper = createShopper();
  const product = await fetchSoldProduct(page, 5);
  const question = `Is it this year’s harvest? ${Date.now()}`;
  const id = await sendQuestion(page, shopper.token, product.id, 'Harvest', question);
  const desk = await openDesk(page, product.merchantId, 'staff');
  await page.clock.install();
  await page.goto(desk.path);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Unanswered/ })
    .click();
  await expect(rows(page, question)).toContainText('unread');
  await expect(rows(page, question)).toContainText('Unanswered');
  await expect(rows(page, question)).toContainText(product.title);
  await expectAccessible(page);
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
    await page.clock.runFor(25_000);
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
    await expect(rows(page, 'You: Thank you!')).toBeFocused();
  }
  await expect(rows(page, 'You: Thank you!').first()).not.toContainText('Unanswered');
});

test('a merchant writes to the buyer of an order; what belongs to another store is not found', {
  tag: ['@MERCHANT-9', '@STAFF-1'],
}, async ({ page }) => {
  const { id, first, token } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, first.merchantId);
  await page.goto(`${desk.path}/orders/${id}`);
  await page.getByRole('link', { name: 'Message the buyer' }).click();
  const text = conversation(page).getByLabel('Message');
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
  await page.goto(`${other.path}/messages/new?order=${id}`);
  await expect(page.getByText('Your store has no such order')).toBeVisible();
  await page.goto(`${other.path}/messages`);
  await expect(page.getByText('No messages yet')).toBeVisible();
  await expectAccessible(page);
});
