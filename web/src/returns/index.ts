export { OrderReturns } from './order-returns.tsx';
