// What npm run screenshots shows of the desk: every page, as the demo merchant, as an operator, or without an account.

/** Opens the page of the first row of a list. */
const openFirst = (list) => async (page, desk) => {
  await page.goto(`${desk}${list}`);
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
};
const open = (path) => (page, desk) => page.goto(`${desk}${path}`);

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
  product: openFirst('/products'),
  'new-product': open('/products/new'),
  import: open('/products/import'),
  messages: open('/messages'),
  thread: async (page, desk) => {
    await page.goto(`${desk}/messages`);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await page.waitForURL(/\/messages\/\w+/);
  },
  returns: open('/returns'),
  return: openFirst('/returns?view=all'),
  payouts: open('/payouts'),
  store: open('/settings'),
  team: open('/team'),
  integrations: open('/integrations'),
  search: async (page, desk) => {
    await page.goto(desk);
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('cocoa');
  },
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
  merchant: openFirst('/merchants'),
  catalogue: open('/catalogue'),
  synonyms: open('/catalogue/synonyms'),
  moderation: open('/catalogue/moderation'),
  duplicates: open('/catalogue/duplicates'),
  customers: open('/customers?search=ada@people.example'),
  customer: openFirst('/customers?search=ada@people.example'),
  home: open('/home'),
  coupons: open('/coupons'),
  'new-coupon': open('/coupons/new'),
  payouts: open('/payouts'),
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
    await page.goto('/desk/join');
    await page.getByLabel('Name of the store').waitFor();
  },
  account: (page) => page.goto('/desk/account'),
};

const PASSWORD = 'palm oil and pepper';
/** The account that opens each group of views. The file names begin with `as`. */
const ROLES = [
  { as: 'access', views: GUEST },
  { as: 'access', email: 'ada@people.example', views: APPLICANT },
  { as: 'store', email: 'abena@people.example', views: STORE },
  { as: 'market', email: 'chidi@people.example', views: MARKET },
];

/** Signs in, and finds the desk that is opened then. @returns its address */
const signIn = async (page, origin, email) => {
  const response = await page.request.post('/backend/desk/sign-in/', {
    data: { email, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin', origin },
  });
  if (!response.ok()) throw new Error(`${email} cannot sign in: ${await response.text()}`);
  await page.goto('/desk/');
  await page.waitForURL(/\/desk\/(?:store\/\d+|market|choose|join)/);
  return new URL(page.url()).pathname;
};

/**
 * Opens every page of the desk, one after the other.
 * @param openPage opens an empty page at the origin
 * @param take takes a screenshot of the page as it is
 */
export const visitDesk = async (openPage, origin, take) => {
  for (const { as, email, views } of ROLES) {
    const page = await openPage();
    const desk = email === undefined ? '' : await signIn(page, origin, email);
    for (const [name, open] of Object.entries(views)) {
      await open(page, desk);
      await page.getByRole('heading').first().waitFor();
      await take(page, `desk/${as}-${name}`);
    }
    await page.context().close();
  }
};
