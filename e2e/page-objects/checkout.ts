import { fastForwardUntilVisible } from '../support/clock.ts';
import { expect, type Page } from '../support/fixtures.ts';
import { pickOption } from './account.ts';

export const CHECKOUT_URL = '/product/shopping/checkout';
export const ADDRESSES_API = '**/backend/shipping-address/';
export const SHIPPING_RATE_API = '**/backend/calculate-shipment-rate/**';
export const COUPON_API = '**/backend/checkout/apply-coupon/';
export const PAYMENT_API = '**/backend/create-order/initialize-payment/*';

const main = (page: Page) => page.getByRole('main');
export const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
export const alerts = (page: Page) => main(page).getByRole('alert');

export const orderSummary = (page: Page) => main(page).getByRole('region', { name: 'Your order' });
/** The value beside a label of the order summary. */
export const totalValue = (page: Page, label: string | RegExp) =>
  orderSummary(page)
    .locator('dt', { hasText: typeof label === 'string' ? new RegExp(`^${label}$`) : label })
    .locator('+ dd');
/** The button that unfolds the order summary; only phones have it. */
export const summaryButton = (page: Page) => orderSummary(page).getByRole('button', { name: 'Show items and totals' });
/** Unfolds the order summary on a phone. */
const openSummary = async (page: Page) => {
  await expect(orderSummary(page)).toBeVisible();
  const toggle = summaryButton(page);
  if ((await toggle.isVisible()) && (await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
};
/** Skips the two seconds that the checkout waits before it requests the shipping rate, and waits for the totals. */
export const waitForTotals = async (page: Page) => {
  await openSummary(page);
  await fastForwardUntilVisible(page, totalValue(page, 'Converted total'));
};

export const addressForm = (page: Page) => page.getByRole('form', { name: 'Delivery details' });
export const addressField = (page: Page, label: string) =>
  addressForm(page).getByRole('textbox', { name: new RegExp(`^${label}( \\*)?$`) });
/** Fills in an address in Ikeja. The form has Nigeria chosen already. */
export const fillAddress = async (page: Page) => {
  await addressField(page, 'First Name').fill('Ada');
  await addressField(page, 'Last Name').fill('Obi');
  await addressField(page, 'Phone Number').fill('0803 123 4567');
  await pickOption(page, 'Region', 'lag', 'Lagos');
  await pickOption(page, 'City', 'ikej', 'Ikeja');
  await addressField(page, 'Address Line 1').fill('4 Allen Avenue');
  await addressField(page, 'Postal Code').fill('100271');
};

export const couponField = (page: Page) => main(page).getByRole('textbox', { name: 'Coupon code' });
export const payButton = (page: Page) => button(page, 'Proceed To Payment');
