import { expect, type Page } from '../support/fixtures.ts';

/** Waits for a mail with a link to this path. @returns the link in the newest mail to the address */
export const waitForMailedLink = async (page: Page, to: string, path: string): Promise<string> => {
  let mailLink = '';
  await expect(async () => {
    const response = await page.request.get(`/sandbox/mailbox.json?to=${encodeURIComponent(to)}`);
    const [mail] = await response.json();
    mailLink = mail.links.find((address: string) => new URL(address).pathname.startsWith(path));
    expect(mailLink).toBeTruthy();
  }).toPass();
  return mailLink;
};
