import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { describeReason } from '../platform/reason.ts';
import { IdentityError } from '../ports/identity/identity.port.ts';
import { openIdentity } from '../ports/identity/open-identity.ts';
import { SmtpMail } from '../ports/mail/smtp.mail.ts';
import { PaystackPayments } from '../ports/payments/paystack.payments.ts';
import { LiveRates } from '../ports/rates/live.rates.ts';
import { DhlShipping } from '../ports/shipping/dhl.shipping.ts';
import type { Destination } from '../ports/shipping/shipping.port.ts';
import { createFindings, type Finding } from './findings.rules.ts';

/** Checks external systems with read-only requests, through the same adapters as the shop. */

type Findings = ReturnType<typeof createFindings>;
const mail = createFindings('mail');
const signIn = createFindings('sign-in');
const payments = createFindings('payments');
const shipping = createFindings('shipping');
const rates = createFindings('exchange rates');

/** Sandbox adapters are fine in development, but a warning in production. */
const sandboxFinding = ({ production }: Config, { ok, warning }: Findings, message: string): Finding =>
  production ? warning(message) : ok(message);

export const examineMail = async (config: Config): Promise<Finding> => {
  const { smtpUrl, from } = config.mail;
  if (smtpUrl === undefined)
    return sandboxFinding(config, mail, 'SMTP_URL is not set: mails are not delivered, but shown at /sandbox/mailbox.');
  const port = new SmtpMail(smtpUrl, from);
  const { host } = new URL(smtpUrl);
  try {
    await port.greet();
    return mail.ok(`${host} accepts mail from the shop.`);
  } catch (error) {
    return mail.error(
      `${host} does not accept mail from the shop: ${describeReason(error)}. Check SMTP_URL: host, port, user, password.`,
    );
  } finally {
    await port.close();
  }
};

export const examineIdentity = async (config: Config): Promise<Finding> => {
  const { identity } = config;
  const port = openIdentity(config);
  if (!port) return signIn.ok('OIDC_CLIENT_ID is not set: shoppers sign in with email and password only.');
  if (!identity)
    return sandboxFinding(
      config,
      signIn,
      'OIDC_CLIENT_ID is not set: the sandbox’s identity provider signs in any user without a password.',
    );
  try {
    await port.startSignIn();
    return signIn.ok(`${identity.issuer} responds. Only a sign-in can check the client id and the secret.`);
  } catch (error) {
    return signIn.error(
      `The configuration of ${identity.issuer} cannot be read: ${describeReason(error instanceof IdentityError ? error.cause : error)}. Check OIDC_ISSUER.`,
    );
  }
};

export const examinePayments = async (config: Config): Promise<Finding> => {
  const { paystack } = config;
  if (!paystack)
    return sandboxFinding(
      config,
      payments,
      'PAYSTACK_SECRET_KEY is not set: payments are simulated by the sandbox, and no money moves.',
    );
  try {
    // The payment does not exist; the request only checks the credentials.
    await new PaystackPayments(paystack).verify(`doctor-${randomUUID()}`);
    return payments.ok('Paystack responds, and accepts the key.');
  } catch (error) {
    return payments.error(
      `Paystack refuses the shop: ${describeReason(error)}. Check PAYSTACK_SECRET_KEY and PAYSTACK_URL.`,
    );
  }
};

const LONDON: Destination = {
  countryCode: 'GB',
  region: 'England',
  city: 'London',
  postalCode: 'SW1A 1AA',
  lines: ['1 The Mall'],
};

export const examineShipping = async ({ dhl }: Config): Promise<Finding> => {
  if (!dhl) return shipping.ok('DHL_API_KEY is not set: shipping costs come from the shop’s own rate table.');
  try {
    const rate = await new DhlShipping(dhl).rate({ to: LONDON, grams: 1000 });
    const price =
      typeof rate === 'string'
        ? 'does not deliver to London'
        : `charges ${rate.currency} ${rate.amount} for a kilogram to London`;
    return shipping.ok(`DHL Express responds, and ${price}.`);
  } catch (error) {
    return shipping.error(
      `DHL Express returns no rate: ${describeReason(error)}. Check DHL_API_KEY, DHL_API_SECRET, DHL_ACCOUNT and SHIP_FROM_….`,
    );
  }
};

export const examineRates = async ({ exchangeRatesUrl }: Config): Promise<Finding> => {
  if (exchangeRatesUrl === undefined)
    return rates.ok('EXCHANGE_RATES_URL is not set: the dated rates that are part of the shop are used.');
  try {
    const { asOf, source } = await new LiveRates(exchangeRatesUrl).latest();
    return rates.ok(`${source} has the rates of ${asOf.toISOString().slice(0, 10)}.`);
  } catch (error) {
    return rates.warning(
      `New rates cannot be loaded, so the last ones stay in use: ${describeReason(error)}. Check EXCHANGE_RATES_URL.`,
    );
  }
};
