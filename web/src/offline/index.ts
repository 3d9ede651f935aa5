export { Offline } from './offline.tsx';
export { SHELL } from './shell.ts';
