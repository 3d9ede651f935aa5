import { fetchSoldProduct, saveProducts, sendQuestion } from '../support/api.ts';
import type { Page } from '../support/fixtures.ts';
import { createBuyerWithOrder } from '../support/orders.ts';
import { addWalletCredit, fetchEmail } from '../support/shoppers.ts';

/** Pages that everybody can open, by name. */
export const PUBLIC_PAGES: [name: string, path: string][] = [
  ['home', '/'],
  ['list', '/product/list?section=productList&page=1'],
  ['category', '/product/list/1?section=productCategory&categoryId=1&page=1'],
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
  ['failed sign-in', '/accounts/google/callback?error=access_denied'],
];

/** Signs a shopper in who has an order, a message, saved items and credit. @returns the shopper's pages, by name */
export const createSignedInPages = async (page: Page): Promise<[name: string, path: string][]> => {
  const { token, product, id } = await createBuyerWithOrder(page);
  await saveProducts(page, token, [product.id]);
  addWalletCredit(await fetchEmail(page, token), 1_245_050);
  const soldProduct = await fetchSoldProduct(page);
  const message = await sendQuestion(page, token, soldProduct.id, 'Which size?', 'I like room.');
  return [
    ['profile', '/profile'],
    ['profile form', '/profile/edit'],
    ['orders', '/order'],
    ['order', `/order/details/${id}`],
    ['wallet', '/wallet'],
    ['inbox', '/inbox'],
    ['message', `/inbox/message/details/${message}`],
    ['saved items', '/saved-items'],
    ['followed sellers', '/followed-seller'],
    ['recently viewed', '/recently-viewed'],
    ['filled cart', '/product/shopping/cart'],
    ['checkout', '/product/shopping/checkout'],
    ['failed payment', '/payment/failure'],
    ['payment under way', `/payment/pending?order=${id}`],
    ['successful payment', '/payment/success'],
  ];
};
