import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database.ts';
import type { Payments } from './payments.port.ts';
import { PaystackPayments } from './paystack.payments.ts';
import { SandboxPayments } from './sandbox.payments.ts';

/** Opens Paystack when its key is configured, otherwise the sandbox. @param publicUrl the shop's origin */
export const openPayments = ({ paystack }: Pick<Config, 'paystack'>, db: Database, publicUrl: string): Payments =>
  paystack ? new PaystackPayments(paystack) : new SandboxPayments(db, publicUrl);
