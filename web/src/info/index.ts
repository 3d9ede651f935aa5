export { AboutPage } from './about-page.tsx';
export { FaqsPage } from './faqs-page.tsx';
export { HelpPage } from './help-page.tsx';
export { infoHead } from './info-head.ts';
export { infoPageHeads } from './page-heads.ts';
export { PrivacyPage } from './privacy-page.tsx';
export { ReturnsPage } from './returns-page.tsx';
export { TermsPage } from './terms-page.tsx';
