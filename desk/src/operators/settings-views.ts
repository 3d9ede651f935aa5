/** The views of the page, as `view` of its address. */
export const SETTINGS_VIEWS = ['doctor', 'jobs', 'settings'] as const;

/** The filters of the list of jobs: the values of the search parameter `jobs`. */
export const JOB_VIEWS = ['mails', 'failed', 'retrying'] as const;
