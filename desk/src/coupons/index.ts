export { CouponPage } from './coupon-page.tsx';
export { COUPON_VIEWS } from './coupon-views.ts';
export { CouponsPage, type CouponsSearch } from './coupons-page.tsx';
export { NewCouponPage } from './new-coupon-page.tsx';
