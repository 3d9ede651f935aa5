import { toast } from '@sokuwa/ui/toast.ts';

/** What can't be had yet says so, in the specification's words. */
export const comingSoon = (): void => toast.info('Coming soon...');
