/** The views of the page, as `view` of its address. */
export const SETTINGS_VIEWS = ['doctor', 'jobs', 'settings'] as const;

/** Parts of the list, as `jobs` of the address. */
export const JOB_VIEWS = ['mails', 'failed', 'retrying'] as const;
