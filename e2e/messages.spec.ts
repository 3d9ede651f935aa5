import { accountButton, openDropdown } from './page-objects/layout.ts';
import {
  INBOX_URL,
  messageRows,
  messageUrl,
  replyAsMerchant,
  replyField,
  replyItems,
  sendReplyButton,
} from './page-objects/messages.ts';
import { expectToast } from './page-objects/overlays.ts';
import { fetchSoldProduct, sendQuestion } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { expect, openPage, test } from './support/fixtures.ts';
import { runCli, signInWithBothTokens } from './support/shoppers.ts';

/** Messages between shoppers and merchants. */

const HTML_TEXT = '<img src=x onerror="alert(1)"> & <b>bold</b>';

test(
  'a buyer sends a message, the merchant replies by command line, the buyer reads the reply and replies',
  {
    tag: [
      '@MESSAGE-7',
      '@MESSAGE-8',
      '@MESSAGE-12',
      '@MESSAGE-13',
      '@MESSAGE-14',
      '@MESSAGE-19',
      '@MESSAGE-20',
      '@MESSAGE-21',
      '@MESSAGE-31',
      '@MESSAGE-32',
      '@MESSAGE-35',
      '@MESSAGE-41',
      '@MESSAGE-42',
      '@MESSAGE-51',
      '@MESSAGE-55',
      '@MERCHANT-9',
    ],
  },
  async ({ page }, info) => {
    const shopper = await signInWithBothTokens(page);
    const soldProduct = await fetchSoldProduct(page);
    await openPage(page, `/product/details/${soldProduct.id}`);
    await page.getByRole('tab', { name: 'Contact Seller' }).click();
    const form = page.getByRole('form', { name: `Write to ${soldProduct.storeName}` });
    await form.getByLabel('Subject').fill(HTML_TEXT);
    await form.getByLabel('Message').fill('Which size?\nI like room.');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expectToast(page, 'Message sent successfully');
    await expect(form.getByText('Message Delivered Successfully!')).toBeVisible();
    await expect(form.getByLabel('Subject')).toHaveValue('');
    await expectAccessible(page);

    await form.getByRole('link', { name: 'inbox' }).click();
    await expect(page).toHaveURL(INBOX_URL);
    await expect(messageRows(page)).toHaveCount(1);
    await expect(messageRows(page)).toContainText(`You to ${soldProduct.storeName}`);
    await expect(messageRows(page)).toContainText('0 replies');
    await expect(messageRows(page)).not.toHaveAttribute('data-unread');

    const cliOutput = runCli('messages', 'list', String(soldProduct.merchantId));
    const id = (await messageRows(page).getAttribute('href'))?.split('/').at(-1) ?? '';
    expect(cliOutput).toContain(`* ${id}`);
    expect(cliOutput).toContain(HTML_TEXT);
    expect(replyAsMerchant(soldProduct.merchantId, id, `Take the L. ${HTML_TEXT}`)).toBe('Reply to Ada Obi');

    // The row and the counts update without a reload.
    await expect(messageRows(page)).toHaveAttribute('data-unread', '');
    await expect(messageRows(page)).toContainText('1 reply');
    await expect(accountButton(page)).toHaveAccessibleName(/, 1 unread message$/);
    await expect(
      page
        .getByRole('main')
        .getByRole('navigation', { name: 'Account' })
        .getByRole('link', { name: /^Inbox/ }),
    ).toHaveAccessibleName('Inbox 1 unread message');
    const menu = await openDropdown(page, accountButton(page));
    await expect(menu.getByRole('link', { name: '1 unread message' })).toHaveAttribute('href', INBOX_URL);
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
    await page.screenshot({ path: info.outputPath('inbox.png'), fullPage: true });

    await messageRows(page).click();
    await expect(page).toHaveURL(messageUrl(id));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HTML_TEXT);
    await expect(page).toHaveTitle(`${HTML_TEXT} | Sokuwa`);
    await expect(page.getByText('Read', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: '1 reply' })).toBeVisible();
    await expect(replyItems(page)).toContainText(`Take the L. ${HTML_TEXT}`);
    await expect(page.getByRole('link', { name: `About ${soldProduct.title}` })).toBeVisible();
    await expect(accountButton(page)).not.toHaveAccessibleName(/unread/);
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);

    await replyField(page).fill('L it is.');
    await sendReplyButton(page).click();
    await expectToast(page, 'Reply sent successfully');
    await expect(page.getByText('Your reply has been sent successfully!')).toBeVisible();
    await expect(replyItems(page)).toHaveCount(2);
    await expect(replyItems(page).last()).toContainText('L it is.');
    await expect(replyField(page)).toHaveValue('');
    await page.screenshot({ path: info.outputPath('message.png'), fullPage: true });
    expect(runCli('messages', 'list', String(soldProduct.merchantId))).toContain('Ada Obi: L it is.');
    const merchantToken = runCli('merchants', 'token', String(soldProduct.merchantId));
    const response = await page.request.get('/backend/merchant/messages/', {
      headers: { authorization: `Token ${merchantToken}` },
    });
    const { results } = await response.json();
    expect(results.find((message: { id: string }) => message.id === id)).toMatchObject({
      is_read: false,
      reply_count: 2,
    });

    await page.getByRole('link', { name: 'Back to messages' }).click();
    await expect(page).toHaveURL(INBOX_URL);
    await expect(messageRows(page)).toContainText('2 replies');
    expect(shopper.token).not.toBe('');
  },
);

test('a reply that arrives while the message is open is shown and marked as read without a reload', {
  tag: ['@MESSAGE-20', '@MESSAGE-51'],
}, async ({ page }) => {
  const shopper = await signInWithBothTokens(page);
  const soldProduct = await fetchSoldProduct(page, 1);
  const id = await sendQuestion(page, shopper.token, soldProduct.id, 'Is it fresh?', 'I mean today.');
  await openPage(page, messageUrl(id));
  await expect(page.getByRole('heading', { name: 'No replies yet' })).toBeVisible();
  // A reply that arrives must not change the text that the shopper is typing.
  await replyField(page).fill('While I wait');
  replyAsMerchant(soldProduct.merchantId, id, 'Picked this morning.');
  await expect(replyItems(page)).toContainText('Picked this morning.');
  await expect(replyField(page)).toHaveValue('While I wait');
  await expect(page.getByText('Read', { exact: true })).toBeVisible();
  await page.reload();
  await expect(replyField(page)).toHaveValue('While I wait');
});

test('without an event stream the inbox is polled', { tag: ['@MESSAGE-52'] }, async ({ page }) => {
  const shopper = await signInWithBothTokens(page);
  const soldProduct = await fetchSoldProduct(page, 2);
  const id = await sendQuestion(page, shopper.token, soldProduct.id, 'Is it fresh?', 'I mean today.');
  await page.clock.install();
  await page.route('**/backend/user/messages/events/', (route) => route.fulfill({ status: 200, body: '<html>' }));
  await openPage(page, INBOX_URL);
  await expect(messageRows(page)).toHaveCount(1);
  replyAsMerchant(soldProduct.merchantId, id, 'Picked this morning.');
  await page.clock.runFor(40_000);
  await expect(messageRows(page)).toHaveAttribute('data-unread', '');
  await expect(accountButton(page)).toHaveAccessibleName(/1 unread message/);
});

test('a reply that arrives after the inbox has loaded and before the event stream is open is shown', {
  tag: ['@MESSAGE-51'],
}, async ({ page }) => {
  const shopper = await signInWithBothTokens(page);
  const soldProduct = await fetchSoldProduct(page, 3);
  const id = await sendQuestion(page, shopper.token, soldProduct.id, 'Is it fresh?', 'I mean today.');
  const stream = Promise.withResolvers<void>();
  await page.route('**/backend/user/messages/events/', async (route) => {
    await stream.promise;
    await route.continue();
  });
  await openPage(page, INBOX_URL);
  await expect(messageRows(page)).toHaveCount(1);
  replyAsMerchant(soldProduct.merchantId, id, 'Picked this morning.');
  stream.resolve();
  await expect(messageRows(page)).toHaveAttribute('data-unread', '');
});
