import { createContext, type Dispatch, type SetStateAction, use } from 'react';

/** Whether the visitor wants few bytes, and how to change that. */
export const DataSaverContext = createContext<[saving: boolean, change: Dispatch<SetStateAction<boolean>>]>([
  false,
  () => {},
]);

/** Whether pictures should be smaller and nothing play by itself. */
export const useDataSaver = (): boolean => use(DataSaverContext)[0];
