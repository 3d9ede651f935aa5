export { type ChosenPair, DuplicatesPage } from './duplicates-page.tsx';
export { ModerationCasePage } from './moderation-case-page.tsx';
export { ModerationPage } from './moderation-page.tsx';
