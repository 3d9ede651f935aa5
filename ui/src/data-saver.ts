import { createContext, type Dispatch, type SetStateAction, use } from 'react';

/** Whether the data saver is on, and its setter. */
export const DataSaverContext = createContext<[isOn: boolean, setOn: Dispatch<SetStateAction<boolean>>]>([
  false,
  () => {},
]);

/** Whether the data saver is on: pictures are smaller and nothing plays automatically. */
export const useDataSaver = (): boolean => use(DataSaverContext)[0];
