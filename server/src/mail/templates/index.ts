import { compile } from 'html-to-text';
import { plainTextSelectors, render } from 'react-email';
import type { Mail, MailKind, Mails } from '../mail.ts';
import { accountDeleted, passwordChanged, signInAdded } from './account-changes.ts';
import { applicationApproved, applicationDeclined } from './applications.ts';
import { bankAccountChanged, bankAccountRevoked } from './bank-account.ts';
import { deskSecurity, staffInvited } from './desk.ts';
import { layout, type Template } from './layout.ts';
import { merchantEmailChanged } from './merchant-email.ts';
import { messageToBuyer, messageToMerchant, supportMessage } from './messages.ts';
import { productModerated } from './moderation.ts';
import {
  orderAddressChanged,
  orderCancelled,
  orderConfirmed,
  orderDelivered,
  orderPiecesCancelled,
  orderRefunded,
  orderShipped,
} from './orders.ts';
import { resetPassword } from './reset-password.ts';
import { returnToBuyer, returnToMerchant } from './returns.ts';
import { saleAddressChanged, saleCancelled, saleOverdue, saleToShip } from './sales.ts';
import { savedNews } from './saved-news.ts';
import { verifyEmail } from './verify-email.ts';
import { webhookDisabled, webhookFailed } from './webhooks.ts';
import { welcome } from './welcome.ts';

const templates: { [K in MailKind]: Template<Mails[K]> } = {
  verify_email: verifyEmail,
  reset_password: resetPassword,
  welcome,
  password_changed: passwordChanged,
  sign_in_added: signInAdded,
  account_deleted: accountDeleted,
  desk_security: deskSecurity,
  staff_invited: staffInvited,
  application_approved: applicationApproved,
  application_declined: applicationDeclined,
  product_moderated: productModerated,
  order_confirmed: orderConfirmed,
  order_shipped: orderShipped,
  order_address_changed: orderAddressChanged,
  order_delivered: orderDelivered,
  order_cancelled: orderCancelled,
  order_refunded: orderRefunded,
  order_part_refunded: orderRefunded,
  order_pieces_cancelled: orderPiecesCancelled,
  return_to_buyer: returnToBuyer,
  return_to_merchant: returnToMerchant,
  message_to_buyer: messageToBuyer,
  message_to_merchant: messageToMerchant,
  sale_to_ship: saleToShip,
  sale_address_changed: saleAddressChanged,
  sale_cancelled: saleCancelled,
  sale_overdue: saleOverdue,
  webhook_failed: webhookFailed,
  webhook_disabled: webhookDisabled,
  bank_account_changed: bankAccountChanged,
  bank_account_revoked: bankAccountRevoked,
  merchant_email_changed: merchantEmailChanged,
  support_message: supportMessage,
  saved_news: savedNews,
};

/** Headings are not converted to upper case. */
const selectors = [...plainTextSelectors, { selector: 'h1', options: { uppercase: false } }];
/** Like react-email's toPlainText, but with selectors compiled once. */
const toPlainText = compile({ wordwrap: false, selectors });

/** Renders a mail. @returns subject, HTML, plain text, and the unsubscribe URL if its kind has one */
export const compose = async <K extends MailKind>(
  mail: Mail & { kind: K } & Mails[K],
  publicUrl: string,
): Promise<{ subject: string; text: string; html: string; unsubscribe?: string }> => {
  const content = templates[mail.kind](mail, publicUrl);
  const html = await render(layout(content, publicUrl));
  const { subject, unsubscribe } = content;
  return { subject, text: toPlainText(html), html, ...(unsubscribe !== undefined && { unsubscribe }) };
};
