export { firstStepsQuery } from './first-steps.queries.ts';
export { FirstStepsPanel } from './first-steps-panel.tsx';
export { StoreStateNote } from './store-state-note.tsx';
