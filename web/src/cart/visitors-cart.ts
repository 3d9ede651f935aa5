import type { AppContext } from '../lib/app-context.ts';
import { tokens } from '../lib/token-store.ts';
import type { CartSource } from './cart-source.ts';
import { makeGuestSource } from './guest-source.ts';
import { makeServerSource } from './server-source.ts';

/** The cart of whoever visits: a guest's until a token is stored, then the account's, and back when the token goes. */
const makeVisitorsCart = (context: AppContext): CartSource => {
  const guest = makeGuestSource(context);
  let account: { token: string; source: CartSource } | undefined;
  const current = (): CartSource => {
    const token = tokens.get();
    if (token === null) return guest;
    if (account?.token !== token) account = { token, source: makeServerSource(context, token, tokens.get) };
    return account.source;
  };
  return {
    get: () => current().get(),
    watch: (listener, refreshEvery) => {
      let source = current();
      let stop = source.watch(listener, refreshEvery);
      const stopFollowing = tokens.subscribe(() => {
        if (current() === source) return;
        stop();
        source = current();
        stop = source.watch(listener, refreshEvery);
        listener();
      });
      return () => {
        stopFollowing();
        stop();
      };
    },
    verify: () => current().verify(),
    add: (product, quantity) => current().add(product, quantity),
    setQuantity: (productId, quantity) => current().setQuantity(productId, quantity),
    remove: (productId) => current().remove(productId),
    clear: () => current().clear(),
  };
};

/** One for each router: in the browser one for the tab, on the server one for the page. */
const carts = new WeakMap<AppContext['queryClient'], CartSource>();

export const visitorsCart = (context: AppContext): CartSource => {
  const cart = carts.get(context.queryClient) ?? makeVisitorsCart(context);
  carts.set(context.queryClient, cart);
  return cart;
};
