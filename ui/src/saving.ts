import { createContext, type Dispatch, type SetStateAction, use } from 'react';

/** Whether the visitor wants few bytes, and how to change that. */
export const Saving = createContext<[saving: boolean, change: Dispatch<SetStateAction<boolean>>]>([false, () => {}]);

/** Whether pictures should be smaller and nothing play by itself. */
export const useSaving = (): boolean => use(Saving)[0];
