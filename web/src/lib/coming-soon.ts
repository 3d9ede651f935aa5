import { toast } from '@sokuwa/ui/toast.ts';

/** Shows the toast of features that do not exist yet. */
export const comingSoon = (): void => toast.info('Coming soon...');
