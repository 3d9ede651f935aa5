export { UseCredit } from './use-credit.tsx';
export { WalletPage } from './wallet-page.tsx';
