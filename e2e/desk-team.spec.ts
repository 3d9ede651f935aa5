import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';

// The address that is none, and the last owner, who cannot leave.
test.use({ expectedErrors: [/status of 40[09]/] });

test('an owner invites somebody, revokes the invitation, and changes a role', {
  tag: ['@STAFF-13', '@STAFF-14'],
}, async ({ page, browser }) => {
  const desk = await openDesk(page, 'new');
  const otherContext = await browser.newContext();
  const other = await openDesk(await otherContext.newPage(), desk.merchantId, 'staff');
  await otherContext.close();

  await page.goto(`${desk.path}/team`);
  await expect(page.getByText(other.email)).toBeVisible();
  await page.getByRole('button', { name: 'Invite somebody' }).first().click();
  const dialog = await expectOnScreen(page.getByRole('dialog'));
  const send = dialog.getByRole('button', { name: 'Send the invitation' });
  await expectOnScreen(send);
  await dialog.getByLabel('Email').fill('not an address');
  await send.click();
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Email').fill(`new-${desk.email}`);
  await send.click();
  await expect(dialog).toHaveCount(0);
  const invitations = page.getByRole('region', { name: 'Invitations' });
  await expect(invitations).toContainText(`new-${desk.email}`);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  await invitations.getByRole('button', { name: /^Revoke/ }).click();
  const question = await expectOnScreen(page.getByRole('alertdialog'));
  await expectOnScreen(question.getByRole('button', { name: 'Keep it' }));
  await question.getByRole('button', { name: 'Revoke the invitation' }).click();
  await expect(invitations).toContainText('Nobody is invited');

  await page.getByRole('button', { name: 'Leave the store' }).click();
  await question.getByRole('button', { name: 'Leave the store' }).click();
  await expect(question.getByRole('alert')).toContainText('There has to be an owner');
  await question.getByRole('button', { name: 'Stay' }).click();

  const member = page.getByRole('listitem').filter({ hasText: other.email });
  await member.getByRole('button', { name: /^Change the role/ }).click();
  await dialog.getByLabel(/^Owner/).check();
  await dialog.getByRole('button', { name: 'Make them owner' }).click();
  await expect(member).toContainText('Owner since');
  await member.getByRole('button', { name: /^Remove/ }).click();
  await question.getByRole('button', { name: /^Remove/ }).click();
  await expect(member).toHaveCount(0);
});
