import type { PersonalData } from './account/index.ts';
import { addressReaders } from './addresses/index.ts';
import { cartReaders } from './cart/index.ts';
import { deleteDraftStores, joiningReaders } from './joining/index.ts';
import { messageReaders } from './messages/index.ts';
import { moderationReaders } from './moderation/index.ts';
import { anonymizeOrders, orderReaders, selectUndelivered } from './orders/index.ts';
import { anonymizeReturns, returnReaders } from './returns/index.ts';
import { savedReaders } from './saved/index.ts';
import { deleteInvitations, findOwnerless, leaveTeams, staffReaders } from './staff/index.ts';
import { deleteSupportMessages, supportReaders } from './support/index.ts';
import { walletReaders } from './wallet/index.ts';

/** The personal data of all slices. A slice that stores any adds its line here. */
export const personalData: PersonalData = {
  readers: {
    ...cartReaders,
    ...addressReaders,
    ...orderReaders,
    ...returnReaders,
    ...walletReaders,
    ...messageReaders,
    ...supportReaders,
    ...savedReaders,
    ...staffReaders,
    ...joiningReaders,
    ...moderationReaders,
  },
  erasers: [
    anonymizeReturns,
    anonymizeOrders,
    deleteSupportMessages,
    deleteInvitations,
    // Before the person leaves their teams.
    deleteDraftStores,
    leaveTeams,
  ],
  selectUndelivered: (trx, { id }) => selectUndelivered(trx, id),
  findOwnerless: (trx, { id }) => findOwnerless(trx, id),
};
