import { expectFieldError } from './page-objects/forms.ts';
import {
  buildMessage,
  INBOX_API,
  INBOX_URL,
  messageRows,
  messageUrl,
  replyAsMerchant,
  replyField,
  replyItems,
  sendReplyButton,
} from './page-objects/messages.ts';
import { dismissToasts, expectToast } from './page-objects/overlays.ts';
import { fetchSoldProduct, sendQuestion } from './support/api.ts';
import { expectAccessible, expectBusyButton, expectNoHorizontalOverflow } from './support/assertions.ts';
import { pauseClock } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { abortRequests, holdRequests, mockResponse } from './support/network.ts';
import { signInWithBothTokens } from './support/shoppers.ts';
import { readLocalStorage, writeStoredToken } from './support/storage.ts';

/** The texts and the validation of messages, replies and Contact Seller. */

test.use({ expectedErrors: [/Failed to load resource/] });

const { id } = buildMessage();
const DETAIL_API = `/list-contact-merchant/${id}/`;
const REPLY_API = `/contact-merchant/${id}/reply/`;
const MARK_READ_API = `/messages/note/${id}/mark-read/`;
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const listResponse = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });

/** Opens a message with this content. */
const openMessage = async (page: Page, parts: object = {}) => {
  await signInWithBothTokens(page);
  await mockResponse(page, DETAIL_API, 200, buildMessage(parts));
  await openPage(page, messageUrl(id));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

/** Sends the reply with a double click. Expects one request, and a notice that disappears after five seconds. */
const expectReplySentOnce = async (page: Page) => {
  const reply = { id: 'r', sender: 'Ada Obi', is_own: true, content: 'L.', timestamp: '2026-03-14T18:05:00Z' };
  let calls = 0;
  const release = await holdRequests(page, `**/backend${REPLY_API}`, (route) => {
    calls += 1;
    return route.fulfill({ json: reply });
  });
  await pauseClock(page);
  await replyField(page).fill('L.');
  await sendReplyButton(page).dblclick();
  await expectBusyButton(sendReplyButton(page));
  release();
  const note = page.getByText('Your reply has been sent successfully!');
  await expect(note).toBeVisible();
  await page.clock.runFor(4900);
  await expect(note).toBeVisible();
  await page.clock.runFor(200);
  await expect(note).toHaveCount(0);
  expect(calls).toBe(1);
};

/** Removes the token and refreshes the page of messages. Expects the error that it then shows. */
const expectErrorWithoutToken = async (page: Page) => {
  await writeStoredToken(page, null);
  await button(page, 'Refresh').click();
  await expect(alert(page)).toContainText('Authentication credentials were not found.');
  await expectToast(page, 'User not authenticated, please login');
};

test('an inbox that fails shows the reason and can be retried; it is empty or shows sender, time, replies and unread messages; Refresh fetches it again, and without a token shows an error', {
  tag: [
    '@MESSAGE-9',
    '@MESSAGE-10',
    '@MESSAGE-12',
    '@MESSAGE-13',
    '@MESSAGE-15',
    '@MESSAGE-16',
    '@MESSAGE-17',
    '@MESSAGE-18',
  ],
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signInWithBothTokens(page);
  await mockResponse(page, INBOX_API, 400, { message: 'The inbox is on fire.' });
  await openPage(page, INBOX_URL);
  await expect(alert(page)).toContainText('The inbox is on fire.');
  await expectAccessible(page);
  // The server sends no message.
  await mockResponse(page, INBOX_API, 400, {});
  await button(page, 'Try Again').click();
  await expect(alert(page)).toContainText('Failed to load messages.');
  await page.unroute(`**/backend${INBOX_API}`);
  await button(page, 'Try Again').click();
  await expect(page.getByText('No messages yet')).toBeVisible();
  await expect(page.getByText('When merchants contact you, their messages will appear here.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Products' })).toBeVisible();
  await expectAccessible(page);

  await mockResponse(
    page,
    INBOX_API,
    200,
    listResponse(
      buildMessage({ is_read: false, reply_count: 2 }),
      buildMessage({ id: 'x2', reply_count: 1, subject: 'W'.repeat(200), content: 'Ọ̀fádà '.repeat(700) }),
      buildMessage({ id: 'x3', sender_name: '' }),
    ),
  );
  await button(page, 'Refresh').click();
  await expect(messageRows(page)).toHaveCount(3);
  await expect(messageRows(page).nth(0)).toContainText('2 replies');
  await expect(messageRows(page).nth(0)).toContainText('BT');
  await expect(messageRows(page).nth(0)).toContainText('Unread: ');
  await expect(messageRows(page).nth(0).getByRole('time')).toHaveText(/^Mar 14, 2026, \d{1,2}:42 [AP]M$/);
  await expect(messageRows(page).nth(1)).toContainText('1 reply');
  await expect(messageRows(page).nth(1)).not.toContainText('Unread: ');
  await expect(messageRows(page).nth(2)).toContainText('?');
  const readColours = (row: number) =>
    messageRows(page)
      .nth(row)
      .evaluate((element) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(element);
        return { backgroundColor, borderTopColor };
      });
  const read = await readColours(1);
  expect(await readColours(2)).toEqual(read);
  const unread = await readColours(0);
  expect(unread.backgroundColor).not.toBe(read.backgroundColor);
  expect(unread.borderTopColor).not.toBe(read.borderTopColor);
  await expectNoHorizontalOverflow(page);
  await expectAccessible(page);

  await expectErrorWithoutToken(page);
});

test('more than twenty messages are split into pages', { tag: ['@MESSAGE-4'] }, async ({ page }) => {
  const shopper = await signInWithBothTokens(page);
  const soldProduct = await fetchSoldProduct(page, 3);
  for (let n = 1; n <= 21; n++)
    await sendQuestion(page, shopper.token, soldProduct.id, `Question ${n}`, 'Is it fresh?');
  await openPage(page, INBOX_URL);
  await expect(messageRows(page)).toHaveCount(20);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(`${INBOX_URL}?page=2`);
  await expect(messageRows(page)).toHaveCount(1);
  await expect(messageRows(page)).toContainText('Question 1');
});

test('a failed message shows an error and can be retried; then it shows badge, subject, time and replies; without a token an error again', {
  tag: ['@MESSAGE-9', '@MESSAGE-19', '@MESSAGE-20', '@MESSAGE-21', '@MESSAGE-24', '@MESSAGE-25'],
}, async ({ page }) => {
  await signInWithBothTokens(page);
  await openPage(page, messageUrl(id));
  await expect(alert(page)).toContainText('Failed to load message');
  await expect(alert(page)).toContainText('Not found.');
  await mockResponse(page, DETAIL_API, 400, {});
  await button(page, 'Try Again').click();
  await expect(alert(page)).toContainText('Failed to fetch message details');

  const reply = { id: 'r', sender: 'Ada Obi', is_own: true, content: 'L please.', timestamp: '2026-03-14T18:05:00Z' };
  await mockResponse(page, DETAIL_API, 200, buildMessage({ reply_count: 1, replies: [reply] }));
  await button(page, 'Try Again').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which chest size should I send you?');
  await expect(page.getByText('Read', { exact: true })).toBeVisible();
  await expect(page.getByText('The kaftan is cut loose.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 reply' })).toBeVisible();
  await expect(replyItems(page)).toContainText('AO');
  await expect(replyItems(page)).toContainText('L please.');
  await expect(replyItems(page).getByRole('time')).toHaveText(/^Mar 1[45], 2026, \d{1,2}:05 [AP]M$/);
  await expect(page.getByRole('link', { name: 'Back to messages' })).toHaveAttribute('href', INBOX_URL);
  await expect(
    page.getByRole('main').getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Inbox' }),
  ).toHaveAttribute('aria-current', 'page');

  await expectErrorWithoutToken(page);
});

test('an unread message is marked as read once for each new reply and loaded again; a failure shows a toast, and it stays readable', {
  tag: ['@MESSAGE-6', '@MESSAGE-22', '@MESSAGE-23'],
}, async ({ page }) => {
  await signInWithBothTokens(page);
  await mockResponse(page, DETAIL_API, 200, buildMessage({ is_read: false }));
  const markRequests = await mockResponse(page, MARK_READ_API, 400, {});
  await openPage(page, messageUrl(id));
  await expectToast(page, 'Failed to mark message as read');
  const refreshed = page.waitForResponse(`**/backend${DETAIL_API}`);
  await button(page, 'Refresh').click();
  await refreshed;
  await expect(button(page, 'Refresh')).toBeEnabled();
  await expect(page.getByText('The kaftan is cut loose.')).toBeVisible();
  await expect(page.getByText('Unread', { exact: true })).toBeVisible();
  expect(markRequests).toHaveLength(1);

  // A new reply, which the server marks as read.
  const serverDelay = Promise.withResolvers<void>();
  const nextMarkRequests: unknown[] = [];
  await page.route(`**/backend${MARK_READ_API}`, async (route) => {
    nextMarkRequests.push(route.request().postDataJSON());
    await serverDelay.promise;
    await mockResponse(page, DETAIL_API, 200, buildMessage());
    await route.fulfill({ json: { unread: 0 } });
  });
  await mockResponse(page, DETAIL_API, 200, buildMessage({ is_read: false, last_at: '2026-03-14T18:05:00.000Z' }));
  await button(page, 'Refresh').click();
  await expect.poll(() => nextMarkRequests).toEqual([{ is_read: true }]);
  await expect(page.getByText('Unread', { exact: true })).toBeVisible();
  serverDelay.resolve();
  await expect(page.getByText('Read', { exact: true })).toBeVisible();
  expect(nextMarkRequests).toEqual([{ is_read: true }]);
});

test('an empty or blank reply is refused; a failed one shows the reason and keeps the text; a sent one shows a notice for five seconds', {
  tag: [
    '@SESSION-19',
    '@MESSAGE-26',
    '@MESSAGE-27',
    '@MESSAGE-28',
    '@MESSAGE-29',
    '@MESSAGE-32',
    '@MESSAGE-33',
    '@MESSAGE-34',
  ],
}, async ({ page }) => {
  await openMessage(page);
  await test.step('an empty or blank reply', async () => {
    await expect(sendReplyButton(page)).toBeDisabled();
    await replyField(page).focus();
    await replyField(page).blur();
    await expect(page.getByText('This field is required')).toBeVisible();
    await replyField(page).fill('   ');
    await sendReplyButton(page).click();
    await expect(alert(page)).toHaveText('Please enter a reply before sending.Error Code: EMPTY_CONTENT');
    await expectToast(page, 'Please enter a reply before sending.');
    await replyField(page).fill('L please.');
    await expect(alert(page)).toHaveCount(0);
    await expect(page.getByText('This field is required')).toHaveCount(0);
  });
  for (const [status, body, text, code] of [
    [429, { message: 'Slow down.' }, 'Slow down.', '429'],
    [500, {}, 'Failed to send reply. Please try again.', '500'],
    [0, {}, 'Failed to send reply. Please try again.', 'UNKNOWN_ERROR'],
  ] as const)
    await test.step(`a reply that fails with ${status || 'no response'}`, async () => {
      if (status === 0) await abortRequests(page, REPLY_API);
      else await mockResponse(page, REPLY_API, status, body);
      await dismissToasts(page);
      await sendReplyButton(page).click();
      await expect(alert(page)).toHaveText(`${text}Error Code: ${code}`);
      await expectToast(page, text);
      await expect(replyField(page)).toHaveValue('L please.');
    });
  await expectAccessible(page);

  await test.step('a reply without the merchant token', async () => {
    const merchantToken = await readLocalStorage(page, 'merchantToken');
    await page.evaluate(() => localStorage.removeItem('merchantToken'));
    const sent = await mockResponse(page, REPLY_API, 200, {});
    await sendReplyButton(page).click();
    await expect(alert(page)).toHaveText('User not authenticated, please login.Error Code: AUTH_ERROR');
    await expectToast(page, 'User not authenticated, please login');
    await expect(replyField(page)).toHaveValue('L please.');
    expect(sent).toEqual([]);
    await page.evaluate((token) => localStorage.setItem('merchantToken', token ?? ''), merchantToken);
  });
  await test.step('a reply that is sent', () => expectReplySentOnce(page));
});

test('a long thread shows its newest replies, and earlier ones after a click; with an invalid merchant token the buyer stays signed in', {
  tag: ['@SESSION-6', '@SESSION-19', '@MESSAGE-30', '@MESSAGE-57'],
}, async ({ page }) => {
  const shopper = await signInWithBothTokens(page);
  const soldProduct = await fetchSoldProduct(page, 5);
  const thread = await sendQuestion(page, shopper.token, soldProduct.id, 'How many?', 'Count for me.');
  for (let n = 1; n <= 51; n++) {
    const response = await page.request.post(`/backend/contact-merchant/${thread}/reply/`, {
      headers: { authorization: `Token ${shopper.merchantToken}` },
      data: { content: `Reply ${n}` },
    });
    expect(response.ok()).toBe(true);
  }
  await openPage(page, messageUrl(thread));
  await expect(replyItems(page)).toHaveCount(50);
  await expect(replyItems(page).first()).toContainText('Reply 2');
  await button(page, 'Show earlier replies').click();
  await expect(replyItems(page)).toHaveCount(51);
  await expect(button(page, 'Show earlier replies')).toHaveCount(0);
  // A new reply leaves no gap between the loaded replies and itself.
  replyAsMerchant(soldProduct.merchantId, thread, 'Fifty-two');
  await expect(replyItems(page)).toHaveCount(52);
  await expect(replyItems(page).first()).toContainText('Reply 1');

  await page.evaluate(() => localStorage.setItem('merchantToken', 'A'.repeat(43)));
  await replyField(page).fill('L please.');
  await sendReplyButton(page).click();
  await expect(alert(page)).toHaveText('Invalid token.Error Code: 401');
  expect(await readLocalStorage(page, 'authToken')).toBe(shopper.token);
});

const SEND_API = '/contact-merchant/send/';
const openForm = async (page: Page, product: number) => {
  await openPage(page, `/product/details/${product}`);
  await page.getByRole('tab', { name: 'Contact Seller' }).click();
  await expect(button(page, 'Send Message')).toBeVisible();
};
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Contact Seller' });

test('contact seller: subject and message are required; every failure shows its reason, and the fields keep their values, also after a sign-in for an invalid token', {
  tag: [
    '@MESSAGE-36',
    '@MESSAGE-37',
    '@MESSAGE-39',
    '@MESSAGE-40',
    '@MESSAGE-41',
    '@MESSAGE-43',
    '@MESSAGE-44',
    '@MESSAGE-45',
    '@MESSAGE-46',
    '@MESSAGE-47',
    '@MESSAGE-48',
    '@MESSAGE-49',
    '@MESSAGE-50',
    '@SESSION-21',
  ],
}, async ({ page, context }) => {
  await signInWithBothTokens(page);
  const soldProduct = await fetchSoldProduct(page);
  await openForm(page, soldProduct.id);
  const sent = await mockResponse(page, SEND_API, 200, {});
  await panel(page).getByLabel('Subject').fill('  ');
  await button(page, 'Send Message').click();
  await expectFieldError(page, 'Subject', 'Subject is required');
  await expectFieldError(page, 'Message', 'Message content is required');
  await expect(panel(page).getByLabel('Subject')).toBeFocused();
  await expectAccessible(page);
  await panel(page).getByLabel('Message').fill('x');
  await expect(panel(page).getByText('Message content is required')).toHaveCount(0);
  expect(sent).toEqual([]);

  await panel(page).getByLabel('Subject').fill('Which size?');
  await panel(page).getByLabel('Message').fill('Is it cut loose?');
  for (const [status, body, text, code] of [
    [403, {}, 'Permission Denied: You do not have permission to send this message.', '403'],
    [429, {}, 'Too Many Requests: You have sent too many messages. Please try again later.', '429'],
    [500, {}, 'Server Error: An unexpected error occurred on our server. Please try again later.', '500'],
    [409, { message: 'The seller is away.' }, 'The seller is away.', '409'],
    [409, {}, 'Unable to send message. Please try again.', '409'],
    [
      0,
      {},
      'Network Error: No response received from the server. Please check your internet connection.',
      'NETWORK_ERROR',
    ],
  ] as const)
    await test.step(`${status || 'no response'} with ${JSON.stringify(body)}`, async () => {
      if (status === 0) await abortRequests(page, SEND_API);
      else await mockResponse(page, SEND_API, status, body);
      await button(page, 'Send Message').click();
      await expect(panel(page).getByRole('alert')).toHaveText(`${text}Error Code: ${code}`);
      await expect(panel(page).getByLabel('Message')).toHaveValue('Is it cut loose?');
    });

  await mockResponse(page, SEND_API, 401, { message: 'Invalid token.', code: 'token_invalid' });
  await button(page, 'Send Message').click();
  await expect(panel(page).getByRole('alert')).toHaveText(
    'Authentication Failed: Your session has expired. Please log in again.Error Code: 401',
  );
  await expect(panel(page)).toContainText('Sign in to contact this seller');
  await expect(panel(page).getByRole('link', { name: 'Create an account' })).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'Have an account? Log in' })).toBeVisible();
  await expectAccessible(page);

  await test.step('a sign-in in another tab', async () => {
    const other = await context.newPage();
    await signInWithBothTokens(other);
    await expect(panel(page).getByLabel('Message')).toHaveValue('Is it cut loose?');
    await expect(panel(page)).not.toContainText('Your session has expired');
    // A sign-out in the other tab shows the prompt here, without an old error.
    await other.evaluate(() => localStorage.removeItem('authToken'));
    await expect(panel(page)).toContainText('Sign in to contact this seller');
    await expect(panel(page).getByRole('alert')).toHaveCount(0);
    await other.close();
  });

  await test.step('a sign-in in this tab', async () => {
    await signInWithBothTokens(page);
    await openForm(page, soldProduct.id);
    await expect(panel(page).getByLabel('Subject')).toHaveValue('Which size?');
    await expect(panel(page).getByLabel('Message')).toHaveValue('Is it cut loose?');
  });
});
