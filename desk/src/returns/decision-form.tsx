import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { acceptReturn, declineReturn, receiveReturn } from '@sokuwa/contract/returns/merchant-returns.endpoints.ts';
import { APPEAL_DAYS, isFault, RETURN_NOTE_MAX } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getStoreApi } from '../lib/api.ts';
import { removeDraft, useFormDraft, withDraft } from '../lib/drafts.ts';
import { fieldErrorsOf } from '../lib/errors.ts';
import { ordersKey } from '../orders/index.ts';
import { Button } from '../ui/button.tsx';
import { Choice, TextArea } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import type { ReturnAction } from './return.rules.ts';
import { returnQuery, returnsKey } from './returns.queries.ts';

type ActionTexts = {
  name: string;
  /** What follows, beside the choice. */
  effect: string;
  /** The sentence for the buyer; without one none is asked for. */
  note?: { label: string; hint: string; missing: string };
  button: string;
  /** Before it is done: the question, and who gets what. */
  question: string;
  consequence: string;
  done: string;
};

const describeActions = (
  { amount, reason, history }: OrderReturn,
  buyer: string,
  { isRestocked }: { isRestocked: boolean },
): Record<ReturnAction, ActionTexts> => {
  const money = formatNairaPrice(amount);
  const shipping = isFault(reason) ? 'Sokuwa covers the return shipping.' : 'The buyer pays for the return shipping.';
  const wasAppealed = history.some(({ status, by }) => status === 'appealed' && by === 'buyer');
  const hint = `${buyer} reads this in the mail and on the order page.`;
  return {
    accept: {
      name: 'Accept, and have it sent back',
      effect: `${money} goes back when you confirm that it has arrived. ${shipping}`,
      note: {
        label: 'How and where to send it back',
        hint,
        missing: 'Write how and where the buyer sends it back.',
      },
      button: 'Accept return',
      question: 'Accept this return?',
      consequence: `${buyer} gets a mail with how to send it back, and ${money} when you confirm that it has arrived.`,
      done: 'Accepted. The buyer gets a mail.',
    },
    refund: {
      name: 'Agree, and refund it now',
      effect: `${money} goes back at once. Nothing comes back to you.`,
      note: { label: 'What has happened to the parcel', hint, missing: 'Write to the buyer what has happened.' },
      button: `Refund ${money}`,
      question: `Refund ${money}?`,
      consequence: `${buyer} gets ${money} back at once, and a mail. Nothing comes back to you. This cannot be undone.`,
      done: `${money} goes back to the buyer.`,
    },
    receive: {
      name: 'It has arrived, and is as the buyer says',
      effect: `${money} goes back at once.`,
      button: `Refund ${money}`,
      question: `Refund ${money}?`,
      consequence: `${buyer} gets ${money} back at once, and a mail. ${
        isRestocked ? 'The pieces go back into stock.' : 'The pieces do not go back into stock.'
      } This cannot be undone.`,
      done: `${money} goes back to the buyer.`,
    },
    decline: {
      name: 'Decline',
      effect: wasAppealed
        ? 'The buyer has already asked Sokuwa once: this is final.'
        : 'The buyer can ask Sokuwa once to look again.',
      note: { label: 'Why you decline it', hint, missing: 'Write why you decline it.' },
      button: 'Decline return',
      question: 'Decline this return?',
      consequence: `${buyer} gets a mail with your reason, and no money.${
        wasAppealed
          ? ''
          : ` Sokuwa decides if ${buyer === 'The buyer' ? 'the buyer' : buyer} asks for it within ${APPEAL_DAYS} days.`
      } You cannot undo this.`,
      done: 'Declined. The buyer gets a mail.',
    },
  };
};

type Values = { action: ReturnAction; accept: string; refund: string; decline: string; restock: boolean };

/** The decision about a return, with a sentence for the buyer. What is written stays on the device until it is sent. */
export function DecisionForm({
  storeId,
  orderReturn,
  actions,
  buyer,
  onFailure,
}: {
  storeId: number;
  orderReturn: OrderReturn;
  /** The likely one first. */
  actions: readonly ReturnAction[];
  /** How the buyer is called at the beginning of a sentence. */
  buyer: string;
  /** Called with the error of a refused decision, and with undefined before the next try. */
  onFailure: (error: unknown) => void;
}) {
  const { id, status } = orderReturn;
  const [firstAction = 'decline'] = actions;
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const draftKey = `return ${storeId} ${id}`;
  const draft = withDraft<Values>(draftKey, {
    action: firstAction,
    accept: '',
    refund: '',
    decline: '',
    restock: false,
  });
  const { register, handleSubmit, watch, getValues, formState, setError, subscribe } = useForm<Values>({
    // What was chosen before may not be possible any more.
    defaultValues: { ...draft, action: actions.includes(draft.action) ? draft.action : firstAction },
  });
  useFormDraft({ subscribe }, draftKey);
  const { action, restock } = watch();
  const texts = describeActions(orderReturn, buyer, { isRestocked: restock });
  const { note, button, question, consequence } = texts[action];

  const decide = useMutation({
    mutationFn: (values: Values) => {
      const api = getStoreApi(storeId);
      const params = { id };
      if (values.action === 'receive') return api.call(receiveReturn, { params, body: { restock: values.restock } });
      if (values.action === 'decline') return api.call(declineReturn, { params, body: { note: values.decline } });
      return api.call(acceptReturn, { params, body: { note: values[values.action] } });
    },
    onSuccess: (changed, values) => {
      removeDraft(draftKey);
      queryClient.setQueryData(returnQuery(storeId, id).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: returnsKey(storeId) });
      void queryClient.invalidateQueries({ queryKey: ordersKey(storeId) });
      void queryClient.invalidateQueries({ queryKey: ['store', storeId, 'today'] });
      toast.success(texts[values.action].done);
    },
    onError: (error, values) => {
      const [message] = fieldErrorsOf(error).note ?? [];
      if (message && values.action !== 'receive') setError(values.action, { message });
      onFailure(error);
      // Somebody else may have decided.
      void queryClient.invalidateQueries({ queryKey: returnsKey(storeId) });
    },
    onSettled: () => setAsking(false),
  });

  return (
    <Panel title={status === 'accepted' ? 'Has it arrived?' : 'Your decision'} isPadded>
      <form noValidate className="flex flex-col gap-3" onSubmit={handleSubmit(() => setAsking(true))}>
        {actions.length > 1 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="sr-only">Your decision</legend>
            {actions.map((name) => (
              <Choice
                key={name}
                type="radio"
                value={name}
                label={<b className="font-semibold text-heading">{texts[name].name}</b>}
                hint={texts[name].effect}
                className="rounded-sm border border-line-strong px-3 py-2.5 has-checked:border-action has-checked:bg-row-selected has-checked:shadow-[inset_0_0_0_1px_var(--sk-action)]"
                {...register('action')}
              />
            ))}
          </fieldset>
        )}
        {actions.length === 1 && (
          <p>
            <b className="font-semibold text-heading">{texts[action].name}</b>
            <span className="block text-muted text-xs">{texts[action].effect}</span>
          </p>
        )}
        {action === 'receive' && (
          <Choice
            label="As new: put the pieces back into stock"
            hint="Leave it open if they cannot be sold again."
            {...register('restock')}
          />
        )}
        {action !== 'receive' && note && (
          <TextArea
            // Each decision has a text of its own.
            key={action}
            label={note.label}
            hint={note.hint}
            maxLength={RETURN_NOTE_MAX}
            error={formState.errors[action]?.message}
            {...register(action, { validate: (text) => text.trim() !== '' || note.missing, shouldUnregister: false })}
          />
        )}
        <div className="flex justify-end">
          <Button
            type="submit"
            variant={action === 'decline' ? 'danger' : 'primary'}
            className="max-lg:w-full"
            aria-haspopup="dialog"
          >
            {button}
          </Button>
        </div>
      </form>
      {isAsking && (
        <Dialog
          open
          alertDialog
          closable={false}
          onOpenChange={(open) => !open && !decide.isPending && setAsking(false)}
          title={question}
          description={consequence}
          actions={
            <>
              <Button disabled={decide.isPending} onClick={() => setAsking(false)}>
                Not yet
              </Button>
              <Button
                variant={action === 'decline' ? 'danger-solid' : 'primary'}
                busy={decide.isPending}
                onClick={() => {
                  onFailure(undefined);
                  decide.mutate(getValues());
                }}
              >
                {button}
              </Button>
            </>
          }
        />
      )}
    </Panel>
  );
}
