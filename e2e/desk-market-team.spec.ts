import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';

// An invitation to something that is not an email address is refused.
test.use({ expectedErrors: [/status of 400/] });

test('an owner invites an operator, changes a role, and removes somebody', {
  tag: ['@STAFF-4', '@STAFF-13', '@STAFF-14'],
}, async ({ page }) => {
  const other = await openDesk(page, 'new-operator', 'support');
  const desk = await openDesk(page, 'operators');
  await page.goto(`${desk.path}/team`);
  const member = page.getByRole('listitem').filter({ hasText: other.email });
  await expect(member).toContainText('Support since');
  await page.getByRole('button', { name: 'Invite somebody' }).first().click();
  const dialog = await expectOnScreen(page.getByRole('dialog'));
  const send = dialog.getByRole('button', { name: 'Send the invitation' });
  await expectOnScreen(dialog.getByLabel(/^Finance/));
  await dialog.getByLabel('Email').fill('not an address');
  await send.click();
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Email').fill(`new-${other.email}`);
  await dialog.getByLabel(/^Catalogue/).check();
  await expectAccessible(page, ['[role=dialog]']);
  await send.click();
  await expect(dialog).toHaveCount(0);
  const invitation = page
    .getByRole('region', { name: 'Invitations' })
    .getByRole('listitem')
    .filter({ hasText: `new-${other.email}` });
  await expect(invitation).toContainText('Catalogue, invited');
  await expectNoHorizontalOverflow(page);
  await invitation.getByRole('button', { name: /^Revoke/ }).click();
  const question = await expectOnScreen(page.getByRole('alertdialog'));
  await question.getByRole('button', { name: 'Revoke the invitation' }).click();
  await expect(invitation).toHaveCount(0);

  await member.getByRole('button', { name: /^Change the role/ }).click();
  await dialog.getByLabel(/^Finance/).check();
  await dialog.getByRole('button', { name: 'Make them finance' }).click();
  await expect(member).toContainText('Finance since');
  await member.getByRole('button', { name: /^Remove/ }).click();
  await question.getByRole('button', { name: /^Remove/ }).click();
  await expect(member).toHaveCount(0);

  await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/team`);
  await expect(page.getByText('There is nothing here for you')).toBeVisible();
});
