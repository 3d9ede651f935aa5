import { button, expectFieldError, field, fillFields, formAlert } from './page-objects/forms.ts';
import { expectAccessible, expectBusyButton } from './support/assertions.ts';
import { expect, openPage, test } from './support/fixtures.ts';
import { abortRequests, mockResponse } from './support/network.ts';

/** The texts and the validation of the contact form. */

test.use({ expectedErrors: [/Failed to load resource/] });

const SEND_API = '/contact-support/send/';
const FILLED = { 'Full Name': 'Ngozi Eze', Email: 'ngozi@mail.test', Subject: 'My yam', Message: 'Where is it?' };

test('empty and blank fields show an error, which typing removes', {
  tag: ['@SUPPORT-8', '@SUPPORT-9', '@SUPPORT-10'],
}, async ({ page }) => {
  await openPage(page, '/contact');
  const sent = await mockResponse(page, SEND_API, 200, {});
  await fillFields(page, { 'Full Name': '  ', Message: '\n' });
  await button(page, 'Send Message').click();
  for (const [name, text] of [
    ['Full Name', 'Please fill in your full name'],
    ['Email', 'Please fill in your email address'],
    ['Subject', 'Please fill in your subject'],
    ['Message', 'Please fill in your message'],
  ] as const)
    await expectFieldError(page, name, text);
  await expect(field(page, 'Full Name')).toBeFocused();
  await expectAccessible(page);
  for (const name of ['Full Name', 'Email', 'Subject', 'Message']) {
    await field(page, name).pressSequentially('x');
    await expect(field(page, name)).not.toHaveAttribute('aria-invalid');
  }
  await button(page, 'Send Message').click();
  await expectFieldError(page, 'Email', 'Please enter a valid email address');
  expect(sent).toEqual([]);
});

test('while a message is sent, the button is disabled and reads Sending Message', {
  tag: ['@SUPPORT-11', '@SUPPORT-12', '@SUPPORT-13'],
}, async ({ page }) => {
  const serverDelay = Promise.withResolvers<void>();
  const bodies: unknown[] = [];
  await page.route(`**/backend${SEND_API}`, async (route) => {
    bodies.push(route.request().postDataJSON());
    await serverDelay.promise;
    await route.fulfill({ status: 201, json: {} });
  });
  await openPage(page, '/contact');
  await fillFields(page, FILLED);
  await button(page, 'Send Message').click();
  await expectBusyButton(button(page, 'Sending Message'));
  await button(page, 'Sending Message').click({ force: true });
  serverDelay.resolve();
  await expect(page.getByText('Message Delivered Successfully!')).toBeVisible();
  expect(bodies).toEqual([
    { full_name: 'Ngozi Eze', email: 'ngozi@mail.test', subject: 'My yam', content: 'Where is it?' },
  ]);
  // Typing the next message hides the banner.
  await field(page, 'Subject').fill('Another');
  await expect(page.getByText('Message Delivered Successfully!')).toHaveCount(0);
});

test('a field that the server rejects and every other reason of a failure show their text, and the fields keep their values', {
  tag: [
    '@SUPPORT-12',
    '@SUPPORT-16',
    '@SUPPORT-17',
    '@SUPPORT-18',
    '@SUPPORT-19',
    '@SUPPORT-20',
    '@SUPPORT-21',
    '@SUPPORT-22',
    '@SUPPORT-24',
    '@SUPPORT-25',
    '@SUPPORT-28',
  ],
}, async ({ page }) => {
  await openPage(page, '/contact');
  await fillFields(page, { ...FILLED, 'Full Name': 'A\u202eB' });
  await button(page, 'Send Message').click();
  await expect(formAlert(page)).toContainText('400 ERROR');
  await expectFieldError(page, 'Full Name', 'Write this without control characters.');

  await fillFields(page, FILLED);
  for (const [status, body, text, code] of [
    [429, {}, 'Too many requests. Please try again later.', '429 ERROR'],
    [400, { message: 'No.' }, 'Invalid input. Please check your details and try again.', '400 ERROR'],
    [500, {}, 'Server error. Our team has been notified. Please try again later.', '500 ERROR'],
    [503, { message: 'The shop is closed.' }, 'The shop is closed.', '503 ERROR'],
    [418, { error: 'A teapot.' }, 'A teapot.', '418 ERROR'],
    [502, {}, 'An error occurred while sending the message', '502 ERROR'],
    [202, {}, 'Unexpected server response.', '202 ERROR'],
    [0, {}, 'No response received from server. Please check your internet connection.', 'NETWORK ERROR'],
  ] as const)
    await test.step(`${status || 'no response'} with ${JSON.stringify(body)}`, async () => {
      if (status === 0) await abortRequests(page, SEND_API);
      else await mockResponse(page, SEND_API, status, body);
      await button(page, 'Send Message').click();
      await expect(formAlert(page)).toHaveText(`Error Sending Message${text}Error Code: ${code}`);
      await expect(field(page, 'Message')).toHaveValue('Where is it?');
    });
  await expectAccessible(page);
});
