let load = (): Promise<unknown> => Promise.resolve();

/** Sets what loads the styles of late parts, for an application whose pages begin with only the styles of their first view. */
export const setLateStyles = (loader: () => Promise<unknown>): void => {
  load = loader;
};

/** Loads the styles of late parts. @throws when they cannot be loaded; the next call tries again */
export const loadLateStyles = (): Promise<unknown> => load();
