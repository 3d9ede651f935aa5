import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { IdentityError } from '../ports/identity/identity.port.ts';
import { openIdentity } from '../ports/identity/open-identity.ts';
import { SmtpMail } from '../ports/mail/smtp.mail.ts';
import { PaystackPayments } from '../ports/payments/paystack.payments.ts';
import { LiveRates } from '../ports/rates/live.rates.ts';
import { DhlShipping } from '../ports/shipping/dhl.shipping.ts';
import type { Destination } from '../ports/shipping/shipping.port.ts';
import { type Finding, findingsAbout } from './findings.rules.ts';
import { reasonOf } from './reason.ts';

/** Checks external systems with read-only requests, through the same adapters as the shop. */

type About = ReturnType<typeof findingsAbout>;
const mail = findingsAbout('mail');
const signIn = findingsAbout('sign-in');
const payments = findingsAbout('payments');
const shipping = findingsAbout('shipping');
const rates = findingsAbout('exchange rates');

/** Sandbox adapters are fine in development, but a warning in production. */
const sandboxFinding = ({ production }: Config, { ok, warning }: About, says: string): Finding =>
  production ? warning(says) : ok(says);

export const examineMail = async (config: Config): Promise<Finding> => {
  const { smtpUrl, from } = config.mail;
  if (smtpUrl === undefined)
    return sandboxFinding(config, mail, 'SMTP_URL is not set: mails reach nobody, and are shown at /sandbox/mailbox.');
  const port = new SmtpMail(smtpUrl, from);
  const { host } = new URL(smtpUrl);
  try {
    await port.greet();
    return mail.ok(`${host} takes mail from the shop.`);
  } catch (error) {
    return mail.wrong(
      `${host} takes no mail from the shop: ${reasonOf(error)}. Check SMTP_URL: host, port, user, password.`,
    );
  } finally {
    await port.close();
  }
};

export const examineIdentity = async (config: Config): Promise<Finding> => {
  const { identity } = config;
  if (!identity)
    return sandboxFinding(
      config,
      signIn,
      'OIDC_CLIENT_ID is not set: the sandbox’s identity provider signs in any user without a password.',
    );
  try {
    await openIdentity(config).startSignIn();
    return signIn.ok(
      `${identity.issuer} describes itself. Its word on the id and the secret comes with the first sign-in.`,
    );
  } catch (error) {
    return signIn.wrong(
      `${identity.issuer} does not say how to sign in: ${reasonOf(error instanceof IdentityError ? error.cause : error)}. Check OIDC_ISSUER.`,
    );
  }
};

export const examinePayments = async (config: Config): Promise<Finding> => {
  const { paystack } = config;
  if (!paystack)
    return sandboxFinding(
      config,
      payments,
      'PAYSTACK_SECRET_KEY is not set: the sandbox’s page takes payments, and no money moves.',
    );
  try {
    // The payment does not exist; the request only checks the credentials.
    await new PaystackPayments(paystack).verify(`doctor-${randomUUID()}`);
    return payments.ok('Paystack answers, and knows the key.');
  } catch (error) {
    return payments.wrong(
      `Paystack does not let the shop in: ${reasonOf(error)}. Check PAYSTACK_SECRET_KEY and PAYSTACK_URL.`,
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
  if (!dhl) return shipping.ok('DHL_API_KEY is not set: parcels are priced by the shop’s own table.');
  try {
    const rate = await new DhlShipping(dhl).rate({ to: LONDON, grams: 1000 });
    const price =
      typeof rate === 'string'
        ? 'that it does not go to London'
        : `${rate.currency} ${rate.amount} for a kilogram to London`;
    return shipping.ok(`DHL Express answers, and says ${price}.`);
  } catch (error) {
    return shipping.wrong(
      `DHL Express gives no rate: ${reasonOf(error)}. Check DHL_API_KEY, DHL_API_SECRET, DHL_ACCOUNT and SHIP_FROM_….`,
    );
  }
};

export const examineRates = async ({ exchangeRatesUrl }: Config): Promise<Finding> => {
  if (exchangeRatesUrl === undefined)
    return rates.ok('EXCHANGE_RATES_URL is not set: the dated ones that come with the shop are used.');
  try {
    const { asOf, source } = await new LiveRates(exchangeRatesUrl).latest();
    return rates.ok(`${source} has those of ${asOf.toISOString().slice(0, 10)}.`);
  } catch (error) {
    return rates.warning(`There are no new ones, so the last ones stay: ${reasonOf(error)}. Check EXCHANGE_RATES_URL.`);
  }
};
