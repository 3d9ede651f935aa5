import type { InitializedPayment } from '@sokuwa/contract/orders/orders.schemas.ts';
import { combobox, waitForOptions } from '../page-objects/account.ts';
import { addToCartButton, CART_URL, cartRows, openCart, waitForAddedDialog } from '../page-objects/cart.ts';
import { CHECKOUT_URL, couponField, totalValue } from '../page-objects/checkout.ts';
import { button, main } from '../page-objects/forms.ts';
import {
  countryButton,
  header,
  MEGA_MENUS,
  openDropdown,
  openFooterColumn,
  waitForMobileMenu,
} from '../page-objects/layout.ts';
import { messageRows } from '../page-objects/messages.ts';
import { expectToast, waitForConfirmDialog } from '../page-objects/overlays.ts';
import { openFilters, PRODUCT_LIST_URL } from '../page-objects/product-list.ts';
import { cards } from '../page-objects/saved.ts';
import { authorization, fetchFromApi, postToApi } from '../support/api.ts';
import { expectOnScreen } from '../support/assertions.ts';
import { expect, openPage, type Page } from '../support/fixtures.ts';
import { abortRequest } from '../support/network.ts';
import { createShopper, DEMO_LOGIN } from '../support/shoppers.ts';
import { writeGuestCart, writeStoredToken } from '../support/storage.ts';
import { listSignedInPages, PUBLIC_PAGES } from './pages.ts';

/** States of pages to check: open menus and dialogs, and empty, filled, loading and failed pages. */

/** Brings the page into a state. */
export type Scene = readonly [name: string, show: (page: Page) => Promise<unknown>];

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

/** Finds what shows that something is loading. The network cannot be used, because event streams and polls never end. */
const loadingMarks = (page: Page) =>
  page
    .locator('[aria-busy=true], [role=status][aria-label^=Loading]')
    .or(page.getByRole('status').filter({ hasText: /^(Loading|Checking)\b/ }));

const openLoadedPage = async (page: Page, path: string): Promise<void> => {
  await openPage(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(loadingMarks(page)).toHaveCount(0);
};

/** Creates a scene of a fully loaded page. */
const loaded = (name: string, path: string): Scene => [name, (page) => openLoadedPage(page, path)];

const clickMain = (page: Page, name: string) => button(page, name).first().click();

const addToCart = async (page: Page): Promise<void> => {
  await openLoadedPage(page, '/product/details/1');
  await addToCartButton(page).click();
  await waitForAddedDialog(page);
};

const fillGuestCart = async (page: Page): Promise<void> => {
  const line = { product_id: 1, title: 'Yam', image: '', quantity: 2, price: '1,000', total: '2,000', weight: 1 };
  await page.goto('/robots.txt');
  await writeGuestCart(page, JSON.stringify({ cart: [line, { ...line, product_id: 2 }], subtotal: 4000 }));
  await openLoadedPage(page, CART_URL);
  await expect(cartRows(page)).toHaveCount(2);
};

/** Each menu of the header, opened. */
const MENU_SCENES: readonly Scene[] = [
  ...[/^Country/, /^Account/, 'Help', 'All Categories', ...MEGA_MENUS].map((name) => [name, WIDE] as const),
  ...[/^Country/, /^Account/].map((name) => [name, NARROW] as const),
].map(([name, size]) => [
  `menu ${String(name).replace(/\W/g, ' ').trim()} at ${size.width} px`,
  async (page) => {
    await page.setViewportSize(size);
    await openLoadedPage(page, '/');
    const opener = header(page).getByRole('button', { name, exact: typeof name === 'string' });
    const menu = await openDropdown(page, opener);
    await expect(menu.getByRole('button').or(menu.getByRole('link')).first()).toBeVisible();
    await expect(menu.locator('[aria-busy=true]')).toHaveCount(0);
  },
]);

const openMobileMenu = async (page: Page): Promise<void> => {
  await page.setViewportSize(NARROW);
  await openLoadedPage(page, PRODUCT_LIST_URL);
  await header(page).getByRole('button', { name: 'Menu' }).click();
  const menu = await waitForMobileMenu(page);
  await menu.locator('summary').first().click();
  await expect(menu.getByRole('link', { name: /^All of / }).first()).toBeVisible();
};

/** States of pages for guests. */
export const GUEST_SCENES: readonly Scene[] = [
  ...PUBLIC_PAGES.map(([name, path]): Scene => {
    // This page shows loading components too, so it never counts as loaded.
    return name === 'components' ? [name, (page) => openPage(page, path)] : loaded(name, path);
  }),
  loaded('product that does not exist', '/product/details/999999'),
  loaded('list with an unknown section', '/product/list?section=nonsense'),
  loaded('list with impossible prices', `${PRODUCT_LIST_URL}&min_price=20&max_price=10`),
  loaded('list past its end', '/product/list?section=productList&page=99'),
  loaded('list with filters', `${PRODUCT_LIST_URL}&min_price=2000&max_price=9000&in_stock=true&sort=price`),
  loaded('sign-in that was denied', '/accounts/google/callback?state=none&error=access_denied'),
  loaded('verification with an invalid link', '/verify-email/none/none'),
  loaded('page that does not exist', '/nothing-here'),
  ...MENU_SCENES,
  ['menu of a phone', openMobileMenu],
  [
    'list of countries',
    async (page) => {
      await openLoadedPage(page, '/');
      const picker = await openDropdown(page, countryButton(page));
      await picker.getByRole('button', { name: 'Change' }).click();
      await expectOnScreen(page.getByRole('list', { name: 'Countries', exact: true }).getByRole('button').first());
    },
  ],
  [
    'columns of the footer on a phone',
    async (page) => {
      await page.setViewportSize(NARROW);
      await openLoadedPage(page, '/about');
      await openFooterColumn(page, 'Help');
    },
  ],
  [
    'filters on a phone',
    async (page) => {
      await page.setViewportSize(NARROW);
      await openLoadedPage(page, PRODUCT_LIST_URL);
      await openFilters(page);
    },
  ],
  [
    'article',
    async (page) => {
      await openLoadedPage(page, '/');
      await page
        .getByRole('button', { name: /^Read more/ })
        .first()
        .click();
      await expectOnScreen(page.getByRole('dialog'));
    },
  ],
  [
    'enlarged picture',
    async (page) => {
      await openLoadedPage(page, '/product/details/1');
      await page.getByRole('button', { name: /^Enlarge picture 1/ }).click();
      await expectOnScreen(page.getByRole('dialog'));
    },
  ],
  [
    'contact tab of a product',
    async (page) => {
      await openLoadedPage(page, '/product/details/1');
      await page.getByRole('tab', { name: 'Contact Seller' }).click();
      await expect(page.getByText('Sign in to contact this seller')).toBeVisible();
    },
  ],
  ['product that was added to the cart', addToCart],
  ['filled cart', fillGuestCart],
  [
    'cart drawer',
    async (page) => {
      await fillGuestCart(page);
      await openLoadedPage(page, PRODUCT_LIST_URL);
      await expect((await openCart(page)).getByRole('listitem')).toHaveCount(2);
    },
  ],
  [
    'empty cart drawer',
    async (page) => {
      // Earlier scenes have filled the cart.
      await page.goto('/robots.txt');
      await writeGuestCart(page, JSON.stringify({ cart: [], subtotal: 0 }));
      await openLoadedPage(page, PRODUCT_LIST_URL);
      await expectOnScreen((await openCart(page)).getByText('Your cart is empty.'));
    },
  ],
  [
    'question before the cart is cleared',
    async (page) => {
      await fillGuestCart(page);
      await clickMain(page, 'Clear Cart');
      await waitForConfirmDialog(page);
    },
  ],
  ...(
    [
      ['/login', 'Sign In'],
      ['/register', 'Sign Up'],
      ['/forgot-password', 'Request Reset Link'],
      ['/contact', 'Send Message'],
    ] as const
  ).map(
    ([path, submit]): Scene => [
      `form with errors: ${path}`,
      async (page) => {
        await openLoadedPage(page, path);
        await clickMain(page, submit);
        await expect(main(page).locator('[aria-invalid=true]').first()).toBeVisible();
      },
    ],
  ),
  [
    'page that fails to render',
    async (page) => {
      const broken = {
        ...{ id: 1, title: 'Broken', weight: 1, price: 1e300, display_price: '', converted_price: '', stock: 1 },
        ...{ discount_price: 0, discount_percentage: '10%', category: '', is_new: false, products_images: [] },
      };
      await page.route('**/backend/api/hot-deals/**', (route) =>
        route.fulfill({ json: { count: 1, next: null, previous: null, results: [broken] } }),
      );
      await openLoadedPage(page, CART_URL);
      await page.getByRole('link', { name: 'Sokuwa, home' }).click();
      await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    },
  ],
];

const logInAsDemoShopper = async (page: Page) => {
  const response = await page.request.post('/backend/login/', { data: DEMO_LOGIN });
  expect(response.ok(), await response.text()).toBe(true);
  const { token }: { token: string } = await response.json();
  const orders = await fetchFromApi<{ id: string; status: string }[]>(page, '/list-orders', token);
  const { results: threads } = await fetchFromApi<{ results: { id: string }[] }>(page, '/user/messages', token);
  return { token, orders, threads };
};

const storeToken = async (page: Page, token: string): Promise<void> => {
  await page.goto('/robots.txt');
  await writeStoredToken(page, token);
};

/** Creates the states of a shopper's pages with content of every kind. */
export const createShopperScenes = async (page: Page): Promise<readonly Scene[]> => {
  const { token, orders, threads } = await logInAsDemoShopper(page);
  await storeToken(page, token);
  const [message = { id: '' }, other = { id: '' }] = threads;
  const findOrder = (status: string) => orders.find((order) => order.status === status)?.id ?? '';
  const openCheckout = async (shown: Page) => {
    await openLoadedPage(shown, CHECKOUT_URL);
    await expect(totalValue(shown, 'Converted total')).toBeVisible();
  };
  const openAddresses = async (shown: Page) => {
    await openCheckout(shown);
    await clickMain(shown, 'Change');
    await expect(main(shown).getByRole('radio').first()).toBeVisible();
  };
  return [
    ...listSignedInPages({ order: findOrder('Delivered'), message: message.id }).map(([name, path]) =>
      loaded(name, path),
    ),
    loaded('other message', `/inbox/message/details/${other.id}`),
    ...['Pending', 'Paid', 'Shipped', 'Cancelled'].map((status) =>
      loaded(`order that is ${status}`, `/order/details/${findOrder(status)}`),
    ),
    loaded('order that does not exist', '/order/details/7F3KQ2M9XW4T'),
    loaded('message that does not exist', '/inbox/message/details/b4c7b5c4-6a0e-4c37-9d0b-111111111111'),
    [
      'filled lists',
      async (shown) => {
        await openLoadedPage(shown, '/order');
        expect(Math.min(orders.length, threads.length)).toBeGreaterThan(1);
        await expect(main(shown).getByRole('article')).toHaveCount(orders.length);
        await openLoadedPage(shown, '/inbox');
        await expect(messageRows(shown)).toHaveCount(threads.length);
        await openLoadedPage(shown, '/recently-viewed');
        await expect(cards(shown).first()).toBeVisible();
        await openLoadedPage(shown, '/followed-seller');
        await expect(cards(shown).first()).toBeVisible();
        await openLoadedPage(shown, '/saved-items');
        await expect(cards(shown).first()).toBeVisible();
      },
    ],
    [
      'question before an order is cancelled',
      async (shown) => {
        await openLoadedPage(shown, `/order/details/${findOrder('Paid')}`);
        await clickMain(shown, 'Cancel Order');
        await waitForConfirmDialog(shown);
      },
    ],
    [
      'other addresses for an order',
      async (shown) => {
        await openLoadedPage(shown, `/order/details/${findOrder('Paid')}`);
        await clickMain(shown, 'Change the delivery address');
        await expect(main(shown).getByRole('region', { name: 'Change the delivery address' })).toBeVisible();
        await expect(button(shown, 'Add New Address')).toBeVisible();
      },
    ],
    [
      'message about an order',
      async (shown) => {
        await openLoadedPage(shown, `/order/details/${findOrder('Delivered')}`);
        await main(shown)
          .getByRole('button', { name: /^Contact / })
          .first()
          .click();
        await expect(shown.getByRole('dialog').getByLabel('Message')).toBeVisible();
      },
    ],
    [
      'question before the account is deleted',
      async (shown) => {
        await openLoadedPage(shown, '/profile');
        await clickMain(shown, 'Delete Account');
        await waitForConfirmDialog(shown);
      },
    ],
    [
      'profile form with a list of cities',
      async (shown) => {
        await openLoadedPage(shown, '/profile/edit');
        await combobox(shown, 'City').click();
        await waitForOptions(shown);
      },
    ],
    ['checkout with totals', openCheckout],
    ['addresses to choose from', openAddresses],
    [
      'question before an address is deleted',
      async (shown) => {
        await openAddresses(shown);
        await main(shown)
          .getByRole('button', { name: /^Delete / })
          .first()
          .click();
        await waitForConfirmDialog(shown);
      },
    ],
    [
      'form of an address, with errors',
      async (shown) => {
        await openAddresses(shown);
        await clickMain(shown, 'Add New Address');
        const form = shown.getByRole('form', { name: 'Delivery details' });
        await form.getByRole('button', { name: /^Save/ }).click();
        await expect(form.locator('[aria-invalid=true]').first()).toBeVisible();
      },
    ],
    [
      'unknown coupon',
      async (shown) => {
        await openCheckout(shown);
        await couponField(shown).fill('NOTHING');
        await clickMain(shown, 'Apply');
        await expect(couponField(shown)).toHaveAttribute('aria-invalid', 'true');
      },
    ],
    [
      'dialog of the card page',
      async (shown) => {
        await openLoadedPage(shown, '/product/shopping/checkout/payment');
        await clickMain(shown, 'Continue Payment');
        await expectOnScreen(shown.getByRole('dialog', { name: 'Congrats!!!' }));
      },
    ],
    [
      'form to contact a seller',
      async (shown) => {
        await openLoadedPage(shown, '/product/details/1');
        await shown.getByRole('tab', { name: 'Contact Seller' }).click();
        await expect(main(shown).getByRole('textbox', { name: /^Subject/ })).toBeVisible();
      },
    ],
    [
      'toast',
      async (shown) => {
        await shown.setViewportSize(WIDE);
        await openLoadedPage(shown, '/about');
        await (await openDropdown(shown, header(shown).getByRole('button', { name: 'Help', exact: true })))
          .getByRole('button', { name: 'Track an Order' })
          .click();
        await expectToast(shown, 'Coming soon...');
      },
    ],
    ...MENU_SCENES,
    ['menu of a phone', openMobileMenu],
  ];
};

/** Creates the states of a new shopper's pages: empty, loading and failed. */
export const createNewShopperScenes = async (page: Page): Promise<readonly Scene[]> => {
  const { token } = await createShopper();
  await page.clock.install();
  await storeToken(page, token);
  const pages = listSignedInPages({ order: '7F3KQ2M9XW4T', message: 'b4c7b5c4-6a0e-4c37-9d0b-111111111111' });
  return [
    ...pages.map(([name, path]) => loaded(name, path)),
    [
      'checkout without an address',
      async (shown) => {
        const headers = authorization(token);
        const added = await shown.request.post('/backend/api/cart/', { headers, data: { product_id: 1, quantity: 1 } });
        expect(added.ok()).toBe(true);
        await openLoadedPage(shown, CHECKOUT_URL);
        await expect(shown.getByRole('form', { name: 'Delivery details' })).toBeVisible();
      },
    ],
    ...pages.map(
      ([name, path]): Scene => [
        `${name}, loading`,
        async (shown) => {
          await shown.route('**/backend/**', () => {});
          await openPage(shown, path);
          await expect(main(shown)).toBeVisible();
        },
      ],
    ),
    ...pages.map(
      ([name, path]): Scene => [
        `${name}, failed`,
        async (shown) => {
          await shown.route('**/backend/**', abortRequest);
          await openPage(shown, path);
          await expect
            .poll(async () => {
              // Skip the delays between the retries of a failing request.
              await shown.clock.fastForward(5000);
              return loadingMarks(shown).count();
            })
            .toBe(0);
          await expect(main(shown).getByRole('heading').first()).toBeVisible();
        },
      ],
    ),
  ];
};

/** The sandbox's own pages, by name: those of the mailbox, the payment provider and the identity provider. */
export const listSandboxPages = async (page: Page): Promise<readonly (readonly [name: string, path: string])[]> => {
  const { token, orders } = await logInAsDemoShopper(page);
  const pending = orders.find(({ status }) => status === 'Pending')?.id;
  const { payment } = await postToApi<InitializedPayment>(page, `/orders/${pending}/pay`, token, {});
  const [mail]: { id: string }[] = await (await page.request.get('/sandbox/mailbox.json')).json();
  return [
    ['sandbox', '/sandbox'],
    ['mailbox', '/sandbox/mailbox'],
    ['mail', `/sandbox/mailbox/${mail?.id}`],
    ['mail that does not exist', '/sandbox/mailbox/none'],
    ['payment', `/sandbox/pay/${payment.data.reference}`],
    ['payment that does not exist', '/sandbox/pay/none'],
    ['identity provider', '/sandbox/identity'],
    ['sign-in that is not in progress', '/sandbox/identity/people'],
  ];
};
