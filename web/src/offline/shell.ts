/** Where the server answers the shell: the empty page that the browser fills, for pages that are opened offline. */
export const SHELL = '/shell';
