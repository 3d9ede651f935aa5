import { useEffect } from 'react';

let renderTime: Date | undefined;

/** The time that a page shows: now, or while it is rendered on the server and hydrated, one time for both, so that they write the same texts. */
export const currentTime = (): Date => renderTime ?? new Date();

/** @param time undefined: from now on, the time goes on */
export const setRenderTime = (time: Date | undefined): void => {
  renderTime = time;
};

/** For each page that the server renders: once it is hydrated, the time goes on. The frame around it is hydrated before. */
export const useClockStart = (): void => useEffect(() => setRenderTime(undefined), []);
