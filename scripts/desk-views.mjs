// What npm run screenshots shows of the desk: every page, as the demo merchant, as an operator, or without an account.

/** Opens the page of the first row of a list. */
const openFirst = (list) => async (page, desk) => {
  await page.goto(`${desk}${list}`);
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
};
const open = (path) => (page, desk) => page.goto(`${desk}${path}`);

const check = async (response) => {
  if (!response.ok()) throw new Error(`${response.url()}: ${await response.text()}`);
  return response.json();
};

/** Makes a call as the desk does. @param desk its address, which names the store */
const call = async (page, desk, method, path, data) => {
  const [, store] = /^\/desk\/store\/(\d+)/.exec(desk) ?? [];
  return check(
    await page.request.fetch(`/backend${path}`, {
      method,
      data,
      headers: { 'sec-fetch-site': 'same-origin', ...(store && { 'x-desk-store': store }) },
    }),
  );
};

/** Reports the first product as a shopper, so that operators have a product to moderate. */
const report = async (page, email) => {
  const { results } = await check(await page.request.get('/backend/api/products/'));
  const { token } = await check(await page.request.post('/backend/login/', { data: { email, password: PASSWORD } }));
  const data = { reason: 'pictures', text: 'The picture shows another colour than the one that I got.' };
  await check(
    await page.request.put(`/backend/api/product-reports/${results[0].id}/`, {
      data,
      headers: { authorization: `Token ${token}` },
    }),
  );
};

/** Fills in an application for a store, and does not send it. @returns the id of the store */
const apply = async (page, store_name) => {
  const { merchant_id } = await call(page, '', 'POST', '/desk/applications/', { store_name });
  const path = `/desk/applications/${merchant_id}/`;
  await call(page, '', 'PATCH', path, {
    place: 'Kano, Nigeria',
    country: 'NG',
    phone: '0806 555 0177',
    categories: [1],
    expected_products: 12,
    description: 'Yam, yam flour and dried pepper.',
  });
  await call(page, `/desk/store/${merchant_id}`, 'PUT', '/merchant/bank-account/', {
    bank_code: '058',
    account_number: '0123456789',
  });
  const { version } = await call(page, '', 'GET', '/desk/merchant-terms/');
  await call(page, '', 'PUT', `${path}terms/`, { version });
  return merchant_id;
};

const STORE = {
  today: open(''),
  orders: open('/orders'),
  order: openFirst('/orders'),
  'packing-slips': async (page, desk) => {
    await page.goto(`${desk}/orders`);
    const id = await page.locator('[data-row-link]').first().innerText();
    await page.goto(`${desk}/packing-slips?orders=${id}`);
  },
  products: open('/products'),
  'products-edit': async (page, desk) => {
    await page.goto(`${desk}/products`);
    for (const row of [1, 2]) await page.getByRole('row').getByRole('checkbox').nth(row).check();
    await page.getByRole('button', { name: 'Edit price and stock' }).click();
    await page.getByRole('dialog').getByLabel('Price').selectOption('Raise by');
    await page.getByRole('dialog').getByLabel('Percent').fill('5');
  },
  product: openFirst('/products?search=cocoa+butter'),
  'new-product': open('/products/new'),
  import: open('/products/import'),
  'import-report': async (page, desk) => {
    await page.goto(`${desk}/products/import`);
    const buffer = Buffer.from('Name,Price,Pieces\nYam flour,1200.50,3\nDried pepper,a lot,2\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Import 2 products' }).click();
    await page.getByRole('region', { name: 'Result' }).waitFor();
  },
  messages: open('/messages'),
  thread: async (page, desk) => {
    await page.goto(`${desk}/messages`);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await page.waitForURL(/\/messages\/\w+/);
  },
  'new-message': async (page, desk) => {
    await page.goto(`${desk}/orders`);
    const id = await page.locator('[data-row-link]').first().innerText();
    await page.goto(`${desk}/messages/new?order=${id}`);
  },
  returns: open('/returns'),
  return: openFirst('/returns?view=all'),
  payouts: open('/payouts'),
  payout: async (page, desk) => {
    const { results } = await call(page, desk, 'GET', '/merchant/payouts/');
    await page.goto(`${desk}/payouts/${results[0].id}`);
  },
  store: open('/settings'),
  team: open('/team'),
  integrations: open('/integrations'),
  webhook: async (page, desk) => {
    const { results } = await call(page, desk, 'GET', '/merchant/webhooks/');
    await page.goto(`${desk}/integrations/webhooks/${results[0].id}`);
  },
  search: async (page, desk) => {
    await page.goto(desk);
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('cocoa');
  },
};

/** What the demo store does not have: an invitation, a webhook, and a product twice. */
const prepareStore = async (page, desk) => {
  const { results: hooks } = await call(page, desk, 'GET', '/merchant/webhooks/');
  // Only for the first screen.
  if (hooks.length > 0) return;
  const hook = { url: 'https://hooks.cocoa.example/sokuwa', event_types: ['order.paid', 'return.requested'] };
  await call(page, desk, 'POST', '/merchant/webhooks/', hook);
  await call(page, desk, 'POST', '/merchant/team/invitations/', { email: INVITED, role: 'staff' });
  const { results: products } = await call(page, desk, 'GET', '/merchant/products/?limit=1');
  const [{ title, sub_item_id, price, weight_grams }] = products;
  const copy = { title, sub_item_id, price, weight_grams, stock: 4, handle: 'entered-twice' };
  await call(page, desk, 'POST', '/merchant/products/', copy);
};

const MARKET = {
  overview: open(''),
  orders: open('/orders'),
  order: openFirst('/orders'),
  money: open('/money'),
  payments: open('/money?view=payments'),
  refunds: open('/money?view=refunds'),
  disputes: open('/money?view=disputes'),
  returns: open('/returns?view=all'),
  return: openFirst('/returns?view=all'),
  merchants: open('/merchants'),
  applications: open('/merchants/applications'),
  application: openFirst('/merchants/applications'),
  merchant: openFirst('/merchants?search=Makola'),
  catalogue: open('/catalogue'),
  synonyms: open('/catalogue/synonyms'),
  moderation: open('/catalogue/moderation'),
  'moderation-case': openFirst('/catalogue/moderation'),
  duplicates: open('/catalogue/duplicates'),
  customers: open('/customers?search=ada@people.example'),
  customer: openFirst('/customers?search=ada@people.example'),
  home: open('/home'),
  coupons: open('/coupons'),
  coupon: openFirst('/coupons'),
  'new-coupon': open('/coupons/new'),
  payouts: open('/payouts'),
  'payout-batch': openFirst('/payouts'),
  books: open('/books'),
  'books-day': open('/books?view=day'),
  'books-entries': open('/books?view=entries'),
  audit: open('/audit'),
  team: open('/team'),
  settings: open('/settings'),
  'settings-values': open('/settings?view=settings'),
};

const GUEST = {
  'sign-in': (page) => page.goto('/desk/sign-in'),
};
/** The buyer of the demo market, who works nowhere yet. */
const APPLICANT = {
  join: async (page) => {
    // Those of the screens before: an account has one open application at a time.
    const { results } = await call(page, '', 'GET', '/desk/applications/');
    for (const { merchant_id } of results) await call(page, '', 'DELETE', `/desk/applications/${merchant_id}/`);
    await page.goto('/desk/join');
    await page.getByLabel('Name of the store').waitFor();
  },
  'join-check': async (page) => {
    const id = await apply(page, `Yam House ${page.viewportSize().width}`);
    await page.goto(`/desk/join/${id}`);
    await page.getByRole('button', { name: 'Send the application' }).waitFor();
  },
  'join-sent': async (page) => {
    const { results } = await call(page, '', 'GET', '/desk/applications/');
    const { merchant_id } = results.find(({ state }) => state === 'draft');
    await call(page, '', 'POST', `/desk/applications/${merchant_id}/submit/`);
    await page.goto(`/desk/join/${merchant_id}`);
  },
  choose: (page) => page.goto('/desk/choose'),
  account: async (page) => {
    await report(page, 'ada@people.example');
    await page.goto('/desk/account');
  },
};

const INVITED = 'bola@people.example';
/** The link of the newest invitation, opened without an account. */
const INVITED_GUEST = {
  invitation: async (page) => {
    const mails = await (await page.request.get(`/sandbox/mailbox.json?to=${INVITED}`)).json();
    await page.goto(mails[0].links.find((link) => link.includes('/desk/invitation')));
  },
};

const PASSWORD = 'palm oil and pepper';
/** The account that opens each group of views. The file names begin with `as`. */
const ROLES = [
  { as: 'access', views: GUEST },
  { as: 'access', email: 'ada@people.example', views: APPLICANT },
  { as: 'store', email: 'abena@people.example', views: STORE, prepare: prepareStore },
  { as: 'access', views: INVITED_GUEST },
  { as: 'market', email: 'chidi@people.example', views: MARKET },
];

/** Signs in, and finds the desk that is opened then. @returns its address */
const signIn = async (page, email) => {
  await call(page, '', 'POST', '/desk/sign-in/', { email, password: PASSWORD });
  await page.goto('/desk/');
  await page.waitForURL(/\/desk\/(?:store\/\d+|market|choose|join)/);
  return new URL(page.url()).pathname;
};

/**
 * Opens every page of the desk, one after the other.
 * @param openPage opens an empty page at the shop's origin
 * @param take takes a screenshot of the page as it is
 */
export const visitDesk = async (openPage, take) => {
  for (const { as, email, views, prepare } of ROLES) {
    const page = await openPage();
    const desk = email === undefined ? '' : await signIn(page, email);
    await prepare?.(page, desk);
    for (const [name, open] of Object.entries(views)) {
      await open(page, desk);
      await page.getByRole('heading').first().waitFor();
      await take(page, `desk/${as}-${name}`);
    }
    await page.context().close();
  }
};
