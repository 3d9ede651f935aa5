export { AccountPage } from './account-page.tsx';
export { ChoosePage } from './choose-page.tsx';
export { InvitationPage } from './invitation-page.tsx';
export { SignInPage } from './sign-in-page.tsx';
export { useVerification } from './verification.tsx';
