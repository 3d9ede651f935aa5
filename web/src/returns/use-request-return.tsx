import type { Api } from '@sokuwa/contract/api-client.ts';
import type { RefundTarget } from '@sokuwa/contract/orders/orders.rules.ts';
import { requestReturn, uploadReturnPicture } from '@sokuwa/contract/returns/returns.endpoints.ts';
import { isMissing, type ReturnReason } from '@sokuwa/contract/returns/returns.rules.ts';
import type { ReturnableLine } from '@sokuwa/contract/returns/returns.schemas.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useForm } from '@sokuwa/ui/use-form.ts';
import { useApi } from '../lib/app-context.ts';
import { fieldErrors } from '../lib/field-errors.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { assertStoredToken, useSessionToken } from '../lib/session.ts';
import type { ChosenPicture } from './return-pictures.tsx';

/** What was entered in the form. */
type Entered = {
  chosen: readonly { line: ReturnableLine; quantity: number }[];
  reason: ReturnReason;
  note: string;
  pictures: readonly ChosenPicture[];
  target: RefundTarget;
};

/** What the form must contain before it is sent. @returns undefined if nothing is missing */
const findMissing = ({ chosen, reason, note }: Entered) => {
  const isReport = isMissing(reason);
  if (chosen.length === 0)
    return {
      failure: (
        <Alert kind="error">
          {isReport ? 'Choose how many pieces have not arrived.' : 'Choose how many pieces you want to return.'}
        </Alert>
      ),
    };
  if (new Set(chosen.map(({ line }) => line.merchant_id)).size > 1)
    return {
      failure: <Alert kind="error">{isReport ? 'Report' : 'Return'} the items of each merchant separately.</Alert>,
    };
  return note.trim() === '' ? { fields: { note: 'Describe in a sentence what is the matter.' } } : undefined;
};

/** Uploads a picture once: after a failed request it is not uploaded again. */
const upload = async (api: Api, picture: ChosenPicture): Promise<string> => {
  if (picture.uploadedId !== undefined) return picture.uploadedId;
  const body = new FormData();
  body.set('image', picture.file);
  picture.uploadedId = (await api.call(uploadReturnPicture, { body })).id;
  return picture.uploadedId;
};

/**
 * The form that requests a return, or reports that items have not arrived (RETURN-11, RETURN-23). It uploads the pictures first.
 * @param onRequested called after the request has succeeded
 * @returns as `useForm`
 */
export const useRequestReturn = (orderId: string, entered: Entered, onRequested: () => Promise<void>) => {
  const api = useApi();
  const token = useSessionToken();
  const { chosen, reason, note, pictures, target } = entered;
  const isReport = isMissing(reason);
  return useForm(async () => {
    const missing = findMissing(entered);
    if (missing) return missing;
    try {
      const ids: string[] = [];
      for (const picture of isReport ? [] : pictures) {
        assertStoredToken(token);
        ids.push(await upload(api, picture));
      }
      assertStoredToken(token);
      await api.call(requestReturn, {
        params: { id: orderId },
        body: {
          lines: chosen.map(({ line: { position }, quantity }) => ({ position, quantity })),
          reason,
          note,
          pictures: ids,
          refund_to: target,
        },
      });
    } catch (error) {
      return { failure: <Alert kind="error">{describeError(error)}</Alert>, fields: fieldErrors(error) };
    }
    toast.success(isReport ? 'Report sent.' : 'Return requested.');
    await onRequested();
    return undefined;
  });
};
