/**
 * The pages that `npm run validate` checks. checks/sources.test.ts fails for a route of web/src/routes that is in neither list.
 */

/** Pages that everybody can open, by name. */
export const PUBLIC_PAGES: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['list', '/product/list?section=productList&page=1'],
  ['category', '/product/list/1?section=productCategory&categoryId=1&page=1'],
  ['store of a merchant', '/product/list/1?section=merchantStore&page=1'],
  ['search', '/product/list?section=searchQuery&query=rice&page=1'],
  ['search without matches', '/product/list?section=searchQuery&query=zzzzqqqq&page=1'],
  ['product', '/product/details/1'],
  ['cart', '/product/shopping/cart'],
  ['login', '/login'],
  ['registration', '/register'],
  ['confirmation of the email address', '/confirm-email'],
  ['verification of the email address', '/verify-email'],
  ['forgotten password', '/forgot-password'],
  ['new password', '/reset-password?uid=none&token=none'],
  ['help', '/help'],
  ['questions', '/faqs'],
  ['about', '/about'],
  ['contact', '/contact'],
  ['privacy', '/privacypolicy'],
  ['terms', '/termsandconditions'],
  ['returns', '/returnandrefundpolicy'],
  ['interests', '/my-interest'],
  ['unsubscribe', '/unsubscribe/none'],
  ['failed sign-in', '/accounts/google/callback'],
  ['components', '/sandbox/ui'],
];

/** Pages of a signed-in shopper, by name. @param ids of an order and a message of the shopper */
export const listSignedInPages = (ids: {
  order: string;
  message: string;
}): readonly (readonly [name: string, path: string])[] => [
  ['profile', '/profile'],
  ['profile form', '/profile/edit'],
  ['delivery addresses', '/profile/addresses'],
  ['orders', '/order'],
  ['order', `/order/details/${ids.order}`],
  ['receipt', `/order/${ids.order}/receipt`],
  ['wallet', '/wallet'],
  ['inbox', '/inbox'],
  ['message', `/inbox/message/details/${ids.message}`],
  ['saved items', '/saved-items'],
  ['followed sellers', '/followed-seller'],
  ['recently viewed', '/recently-viewed'],
  ['cart', '/product/shopping/cart'],
  ['checkout', '/product/shopping/checkout'],
  ['card', '/product/shopping/checkout/payment'],
  ['successful payment', '/payment/success'],
  ['failed payment', '/payment/failure?error=Declined'],
  ['pending payment', `/payment/pending?order=${ids.order}`],
];
