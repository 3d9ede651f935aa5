import type { HomeState } from '@sokuwa/contract/home/home.schemas.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { ShopParts } from '../shop.ts';
import { readHomeState } from './home.present.ts';
import * as service from './home.service.ts';

/** The commands for the home page. */
export const homeCommands = ({ db }: Pick<ShopParts, 'db'>) => ({
  show: (): Promise<HomeState> => readHomeState(db),
  /** As `publish` of the service, with the draft as it is. */
  publish: (period: { starts_at?: Date | undefined; ends_at?: Date | undefined }, options: ActOptions) =>
    service.publish(db, period, options),
  cancel: (version: number, options: ActOptions) => service.cancel(db, version, options),
  /** @param version null: the built-in content */
  revert: (version: number | null, options: ActOptions) => service.revert(db, version, options),
});
