import { countUnapproved } from '../catalog/index.ts';
import type { Slice } from '../slice.ts';
import { firstStepsRoutes } from './first-steps.routes.ts';
import { joiningRoutes } from './joining.routes.ts';
import { operatorApplicationRoutes } from './operator-applications.routes.ts';

export { deleteDraftStores } from './joining.service.ts';
export { applicationWork } from './joining.sql.ts';
export { joiningReaders } from './personal-data.ts';

/** How accounts apply for a store, and operators decide about it (docs/decisions/joining.md). */
export const joining = {
  routes: (api, shop) => {
    joiningRoutes(api, shop);
    operatorApplicationRoutes(api, shop);
    firstStepsRoutes(api, shop);
  },
  metrics: [
    {
      name: 'shop_applications',
      help: 'Stores that are not approved by state.',
      count: countUnapproved,
      warnings: [
        {
          status: 'applied',
          subject: 'merchants',
          message: (count) =>
            `${count} ${count === 1 ? 'application waits' : 'applications wait'} for a decision. Run "npm run cli -- merchants applications".`,
        },
      ],
    },
  ],
  operatorCommands: async (shop) => (await import('./joining.operator.ts')).joiningCommands(shop),
} satisfies Slice;
