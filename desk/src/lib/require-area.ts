import type { MerchantArea, OperatorArea } from '@sokuwa/contract/staff/roles.ts';
import { notFound } from '@tanstack/react-router';
import { canRead, type Workplace } from './session.ts';

/** Before a page is loaded: it does not exist for a role that may not read its area. */
export const requireArea = (workplace: Workplace, area: MerchantArea | OperatorArea): void => {
  if (!canRead(workplace, area)) throw notFound();
};
