import { createFileRoute } from '@tanstack/react-router';
import { AccountArea } from '../account/account-area.tsx';

/** Above the pages of the account area; adds nothing to their addresses. */
export const Route = createFileRoute('/_protected/_account')({ component: AccountArea });
