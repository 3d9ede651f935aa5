export { CardPage } from './card-page.tsx';
export { CheckoutPage } from './checkout-page.tsx';
export { PaymentFailurePage } from './payment-failure-page.tsx';
export { PaymentPendingPage } from './payment-pending-page.tsx';
export { PaymentSuccessPage } from './payment-success-page.tsx';
