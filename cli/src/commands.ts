import { addAuditCommands } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addBooksCommands } from './commands/books.ts';
import { addCategoryCommands } from './commands/categories.ts';
import { addCouponCommands } from './commands/coupons.ts';
import { addCustomerCommands } from './commands/customers.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addFulfilmentCommands } from './commands/fulfilments.ts';
import { addHomeCommands } from './commands/home.ts';
import { addJobCommands } from './commands/jobs.ts';
import { addMerchantCommands } from './commands/merchants.ts';
import { addMessageCommands } from './commands/messages.ts';
import { addOperatorCommands } from './commands/operators.ts';
import { addOrderCommands } from './commands/orders.ts';
import { addPaymentCommands } from './commands/payments.ts';
import { addPayoutCommands } from './commands/payouts.ts';
import { addProductCommands } from './commands/products.ts';
import { addRefundCommands } from './commands/refunds.ts';
import { addReturnCommands } from './commands/returns.ts';
import { addStaffCommands } from './commands/staff.ts';
import { addSynonymCommands } from './commands/synonyms.ts';
import { addWalletCommands } from './commands/wallet.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import type { AddCommands } from './topic.ts';

/** All commands by topic, in the order in which the help lists them. */
export const topics: readonly AddCommands[] = [
  addProductCommands,
  addCategoryCommands,
  addSynonymCommands,
  addHomeCommands,
  addMerchantCommands,
  addOperatorCommands,
  addStaffCommands,
  addOrderCommands,
  addFulfilmentCommands,
  addReturnCommands,
  addPaymentCommands,
  addPayoutCommands,
  addRefundCommands,
  addWalletCommands,
  addCustomerCommands,
  addBooksCommands,
  addCouponCommands,
  addMessageCommands,
  addAuditCommands,
  addJobCommands,
  addWebhookCommands,
  addBackupCommands,
  addDoctorCommand,
];
