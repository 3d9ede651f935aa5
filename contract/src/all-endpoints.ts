import * as account from './account/account.endpoints.ts';
import { beginIdentityLogin, finishIdentityLogin } from './account/identity.endpoints.ts';
import * as addresses from './addresses/addresses.endpoints.ts';
import * as cart from './cart/cart.endpoints.ts';
import * as catalog from './catalog/catalog.endpoints.ts';
import * as merchantProducts from './catalog/merchant-products.endpoints.ts';
import * as merchantStore from './catalog/merchant-store.endpoints.ts';
import * as operatorCategories from './catalog/operator-categories.endpoints.ts';
import * as operatorMerchants from './catalog/operator-merchants.endpoints.ts';
import * as synonyms from './catalog/synonyms.endpoints.ts';
import * as checkout from './checkout/checkout.endpoints.ts';
import * as operatorCoupons from './checkout/operator-coupons.endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import * as productImports from './exchange/product-imports.endpoints.ts';
import * as find from './find/find.endpoints.ts';
import * as geo from './geo/geo.endpoints.ts';
import { getHome } from './home/home.endpoints.ts';
import * as operatorHome from './home/operator-home.endpoints.ts';
import * as firstSteps from './joining/first-steps.endpoints.ts';
import * as joining from './joining/joining.endpoints.ts';
import * as operatorApplications from './joining/operator-applications.endpoints.ts';
import * as ledger from './ledger/ledger.endpoints.ts';
import * as messages from './messages/messages.endpoints.ts';
import * as savedReplies from './messages/saved-replies.endpoints.ts';
import * as duplicates from './moderation/duplicates.endpoints.ts';
import * as moderation from './moderation/moderation.endpoints.ts';
import * as operatorModeration from './moderation/operator-moderation.endpoints.ts';
import * as jobs from './operators/jobs.endpoints.ts';
import * as operators from './operators/operators.endpoints.ts';
import * as settings from './operators/settings.endpoints.ts';
import * as merchantOrders from './orders/merchant-orders.endpoints.ts';
import * as operatorOrders from './orders/operator-orders.endpoints.ts';
import * as orders from './orders/orders.endpoints.ts';
import * as operatorPayouts from './payouts/operator-payouts.endpoints.ts';
import * as payouts from './payouts/payouts.endpoints.ts';
import * as merchantReturns from './returns/merchant-returns.endpoints.ts';
import * as operatorReturns from './returns/operator-returns.endpoints.ts';
import * as returns from './returns/returns.endpoints.ts';
import * as saved from './saved/saved.endpoints.ts';
import * as deskAccess from './staff/desk-access.endpoints.ts';
import * as team from './staff/team.endpoints.ts';
import * as support from './support/support.endpoints.ts';
import { getMerchantMetrics } from './today/merchant-metrics.endpoints.ts';
import * as today from './today/today.endpoints.ts';
import * as operatorWallet from './wallet/operator-wallet.endpoints.ts';
import * as wallet from './wallet/wallet.endpoints.ts';
import * as webhooks from './webhooks/webhooks.endpoints.ts';

type Topic = { name: string; description: string; endpoints: Record<string, Endpoint> };

const AUDIENCES = ['Shoppers', 'Merchants', 'Operators', 'Desk'] as const;
/** Whose programs call an endpoint. */
type Audience = (typeof AUDIENCES)[number];

const topics: readonly Topic[] = [
  { name: 'Catalogue', description: 'Products, categories and merchants.', endpoints: catalog },
  {
    name: 'Categories',
    description: 'The tree of categories.',
    endpoints: operatorCategories,
  },
  { name: 'Synonyms', description: 'Names that mean the same to the search.', endpoints: synonyms },
  {
    name: 'Moderation',
    description: 'Products that shoppers report, and what operators do with them.',
    endpoints: { ...moderation, ...operatorModeration, ...duplicates },
  },
  {
    name: 'Home page',
    description: 'What operators decide on the home page.',
    endpoints: { getHome, ...operatorHome },
  },
  { name: 'Cart', description: 'The cart of a signed-in shopper.', endpoints: cart },
  { name: 'Checkout', description: 'What an order would cost, and coupons.', endpoints: checkout },
  { name: 'Orders', description: 'Placing, listing and cancelling orders.', endpoints: orders },
  {
    name: 'Returns',
    description: 'What buyers send back.',
    endpoints: { ...returns, ...merchantReturns, ...operatorReturns },
  },
  { name: 'Wallet', description: 'Credit of a shopper.', endpoints: wallet },
  {
    name: 'Account',
    description: 'Registration, sign-in, the profile and personal data.',
    endpoints: { ...account, beginIdentityLogin, finishIdentityLogin },
  },
  { name: 'Addresses', description: 'Shipping addresses of a shopper.', endpoints: addresses },
  { name: 'Countries', description: 'Countries, their regions and cities.', endpoints: geo },
  {
    name: 'Messages',
    description: 'Messages between shoppers and merchants.',
    endpoints: { ...messages, ...savedReplies },
  },
  { name: 'Payouts', description: 'What merchants are owed, and how they are paid.', endpoints: payouts },
  { name: 'Payouts', description: 'Batches of payouts.', endpoints: operatorPayouts },
  { name: 'Books', description: 'Balances, entries, checks and the statement of a day.', endpoints: ledger },
  { name: 'Saved', description: 'Saved and recently viewed products, and followed sellers.', endpoints: saved },
  { name: 'Search', description: 'Across everything that merchants and operators work with.', endpoints: find },
  { name: 'Today', description: 'What waits for a merchant, and its sales.', endpoints: today },
  {
    name: 'Orders to ship',
    description: "A merchant's part of paid orders: what to pack, parcels, cancelled pieces.",
    endpoints: merchantOrders,
  },
  {
    name: 'Products',
    description: "A merchant's products: data, stock, pictures.",
    endpoints: { ...merchantProducts, ...productImports },
  },
  { name: 'Store', description: "A merchant's store, and the tokens of its programs.", endpoints: merchantStore },
  {
    name: 'Webhooks',
    description:
      'Events that the shop sends to programs of merchants: where to, and the log. They are signed as the Standard Webhooks specification says; verify them with one of its libraries. An event can arrive twice, with the same `webhook-id`, and in another order.',
    endpoints: webhooks,
  },
  {
    name: 'Sign-in',
    description:
      'How people of merchants and operators sign in to the desk, in a browser: a cookie takes the place of a token.',
    endpoints: deskAccess,
  },
  { name: 'Team', description: 'Who works for a store or as an operator, and invitations.', endpoints: team },
  {
    name: 'Settings',
    description: 'Settings, doctor, background jobs and unsent mails.',
    endpoints: { ...settings, ...jobs },
  },
  { name: 'Coupons', description: 'Coupons and their use.', endpoints: operatorCoupons },
  {
    name: 'Joining',
    description: 'How an account applies for a store, and what a new store begins with.',
    endpoints: { ...joining, ...firstSteps },
  },
  { name: 'Support', description: "Messages to the shop's support.", endpoints: support },
  {
    name: 'Orders, merchants and customers',
    description: "The shop's own staff, with an API token of an operator.",
    endpoints: {
      ...operatorOrders,
      ...operatorWallet,
      ...operatorMerchants,
      getMerchantMetrics,
      ...operatorApplications,
      ...operators,
    },
  },
];

const audienceOf = ({ auth, path }: Endpoint): Audience => {
  if (path.startsWith('/desk/')) return 'Desk';
  if (auth === 'merchant') return 'Merchants';
  return auth === 'operator' ? 'Operators' : 'Shoppers';
};
const formatHeading = (audience: Audience, topic: string): string => `${audience}: ${topic}`;

/** Every endpoint of the contract with its name and the heading of its description. Too large for the browser. */
export const allEndpoints: readonly { name: string; heading: string; endpoint: Endpoint }[] = topics.flatMap(
  ({ name: topic, endpoints }) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      name,
      heading: formatHeading(audienceOf(endpoint), topic),
      endpoint,
    })),
);

/** The headings of the API's description, by who calls the endpoints below them. */
export const headings: readonly { audience: Audience; topics: readonly { name: string; description: string }[] }[] =
  AUDIENCES.map((audience) => ({
    audience,
    topics: topics
      .filter(({ endpoints }) => Object.values(endpoints).some((endpoint) => audienceOf(endpoint) === audience))
      .map(({ name, description }) => ({ name: formatHeading(audience, name), description })),
  })).filter(({ topics }) => topics.length > 0);
