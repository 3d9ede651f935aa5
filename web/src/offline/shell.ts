/** Path of the offline shell: a page without content, which the browser fills. */
export const SHELL = '/shell';
