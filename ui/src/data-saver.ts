import { type Atom, createAtom } from '@tanstack/react-store';
import { createContext, use } from 'react';
import { useAtomValue } from './use-atom-value.ts';

/** Whether the data saver is on, and whether it was when the server rendered the page. */
export type DataSaver = { isOn: Atom<boolean>; wasOnAtRender: boolean };

export const makeDataSaver = (isOn: boolean): DataSaver => ({ isOn: createAtom(isOn), wasOnAtRender: isOn });

/** An atom, so that a change does not touch parts of the page that are not hydrated yet (late-hydration.tsx). */
export const DataSaverContext = createContext(makeDataSaver(false));

/** Whether the data saver is on: pictures are smaller and nothing plays automatically. */
export const useDataSaver = (): boolean => {
  const { isOn, wasOnAtRender } = use(DataSaverContext);
  return useAtomValue(isOn, wasOnAtRender);
};
