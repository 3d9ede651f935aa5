import { button, field, fillFields } from './page-objects/forms.ts';
import { expectToast } from './page-objects/overlays.ts';
import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { expect, openPage, test } from './support/fixtures.ts';

/** The contact page. */

test(
  'the page shows how to reach the shop; a visitor sends a message, and the mail to support has the visitor as reply address',
  {
    tag: [
      '@SESSION-17',
      '@SUPPORT-1',
      '@SUPPORT-2',
      '@SUPPORT-3',
      '@SUPPORT-4',
      '@SUPPORT-14',
      '@SUPPORT-15',
      '@SUPPORT-26',
    ],
  },
  async ({ page }, info) => {
    const sender = `ngozi-${info.project.name}@mail.test`;
    await openPage(page, '/contact');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
    await page.screenshot({ path: info.outputPath('contact.png'), fullPage: true });
    const otherChannels = page.getByRole('complementary', { name: 'Other ways to reach us' });
    await expect(otherChannels).toContainText('12 Broad Street, Lagos Island, Lagos');
    await expect(otherChannels.getByRole('link', { name: '+234 700 000 0000' })).toHaveAttribute(
      'href',
      'tel:+2347000000000',
    );
    await expect(otherChannels.getByRole('link', { name: 'care@sokuwa.example' })).toHaveAttribute(
      'href',
      'mailto:care@sokuwa.example',
    );
    await expect(otherChannels.getByRole('listitem')).toHaveText(
      ['Facebook', 'X', 'WhatsApp', 'Instagram', 'LinkedIn', 'TikTok'].map((name) => `${name} (opens in a new tab)`),
    );
    await fillFields(page, {
      'Full Name': ' Ngozi Eze ',
      Email: sender,
      Subject: 'Where is my <b>yam</b>?',
      Message: 'I ordered it on Monday.',
    });
    await button(page, 'Send Message').click();
    await expectToast(page, 'Message sent successfully!');
    const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'Message Delivered Successfully!' });
    await expect(banner).toContainText('Our team will get back to you soon. Thank you for reaching out!');
    for (const name of ['Full Name', 'Email', 'Subject', 'Message']) await expect(field(page, name)).toHaveValue('');
    await expect
      .poll(async () => {
        const mails = await (await page.request.get('/sandbox/mailbox.json?to=care@sokuwa.example')).json();
        return mails.find(({ reply_to }: { reply_to: string }) => reply_to === sender);
      })
      .toMatchObject({
        subject: '[Contact] Where is my <b>yam</b>?',
        text: expect.stringContaining('I ordered it on Monday.'),
      });
  },
);
