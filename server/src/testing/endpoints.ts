import * as account from '@sokuwa/contract/account/account.endpoints.ts';
import { beginIdentityLogin, finishIdentityLogin } from '@sokuwa/contract/account/identity.endpoints.ts';
import * as addresses from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import * as cart from '@sokuwa/contract/cart/cart.endpoints.ts';
import * as catalog from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import * as checkout from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import { API_PREFIX, type Endpoint, fillPath } from '@sokuwa/contract/endpoint.ts';
import * as geo from '@sokuwa/contract/geo/geo.endpoints.ts';
import * as messages from '@sokuwa/contract/messages/messages.endpoints.ts';
import * as orders from '@sokuwa/contract/orders/orders.endpoints.ts';
import * as saved from '@sokuwa/contract/saved/saved.endpoints.ts';
import * as support from '@sokuwa/contract/support/support.endpoints.ts';
import * as wallet from '@sokuwa/contract/wallet/wallet.endpoints.ts';

const endpoints: [name: string, call: Endpoint][] = Object.entries({
  ...catalog,
  ...cart,
  ...geo,
  ...account,
  beginIdentityLogin,
  finishIdentityLogin,
  ...addresses,
  ...checkout,
  ...orders,
  ...messages,
  ...support,
  ...saved,
  ...wallet,
});
/** Every endpoint of the contract with a single response, with its name there. */
export const allEndpoints = endpoints.filter(([, { events }]) => !events);
/** Every endpoint of the contract that streams events, with its name there. */
export const allStreams = endpoints.filter(([, { events }]) => events);

/** The endpoint's URL path with every parameter set to the same value, URL-encoded. */
export const createEndpointUrl = (call: Endpoint, param: string | number): string => {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return API_PREFIX + fillPath(call.path, Object.fromEntries(names.map((name) => [name, param])));
};

export const hasParams = (call: Endpoint): boolean => call.path.includes('{');

export const hasBody = (call: Endpoint): boolean => call.refusals.includes('invalid_json');
