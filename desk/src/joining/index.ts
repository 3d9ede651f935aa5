export { JOIN_STEPS, type JoinStep } from './join.rules.ts';
export { ApplicationPage, NewApplicationPage } from './join-page.tsx';
