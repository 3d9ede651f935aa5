import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database.ts';
import { FilePayouts } from './file.payouts.ts';
import type { Payouts } from './payouts.port.ts';
import { PaystackPayouts } from './paystack.payouts.ts';
import { SandboxPayouts } from './sandbox.payouts.ts';

/** Opens Paystack Transfers when its key is configured, otherwise the sandbox; or the file for the bank, if the settings ask for it. */
export const openPayouts = ({ paystack, payouts }: Pick<Config, 'paystack' | 'payouts'>, db: Database): Payouts => {
  const provider = paystack ? new PaystackPayouts(paystack) : new SandboxPayouts(db);
  return payouts.by === 'file' ? new FilePayouts(provider) : provider;
};
