import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { decideReturn } from '@sokuwa/contract/returns/operator-returns.endpoints.ts';
import { isFault, isMissing, RETURN_NOTE_MAX } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { removeDraft, useFormDraft, withDraft } from '../lib/drafts.ts';
import { useRefreshMarket } from '../lib/market.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Choice, TextArea } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { decisionsOf, type ReturnDecisionName } from './return.rules.ts';
import { marketReturnQuery } from './returns.queries.ts';

type DecisionTexts = {
  name: string;
  effect: string;
  button: string;
  question: string;
  consequence: string;
  done: string;
};

const describeDecisions = (
  { amount, reason, merchant_name: merchant }: OrderReturn,
  isRestocked: boolean,
): Record<ReturnDecisionName, DecisionTexts> => {
  const money = formatNairaPrice(amount);
  const shipping = isFault(reason) ? 'The shop covers the return shipping.' : 'The buyer pays for the return shipping.';
  const stock = isRestocked ? ' The pieces go back into stock.' : '';
  return {
    accept: {
      name: 'For the buyer: have it sent back',
      effect: `${money} goes back when ${merchant} confirms that it has arrived. ${shipping}`,
      button: 'Accept return',
      question: 'Accept this return?',
      consequence: `The buyer and ${merchant} get a mail with your sentence, and the buyer sends it back. ${merchant} cannot decline it any more. This is final.`,
      done: 'Accepted. Buyer and merchant get a mail.',
    },
    refund: {
      name: isMissing(reason) ? 'For the buyer: refund it' : 'For the buyer: refund it now',
      effect: `${money} goes back at once, at the cost of ${merchant}.${
        isMissing(reason) ? '' : ` ${merchant} is not asked whether it has arrived.`
      }`,
      button: `Refund ${money}`,
      question: `Refund ${money}?`,
      consequence: `The buyer gets ${money} back at once. It is subtracted in the statement of ${merchant}. Both get a mail with your sentence.${stock} This is final.`,
      done: `${money} goes back to the buyer.`,
    },
    decline: {
      name: 'For the merchant: decline it',
      effect: 'The buyer gets nothing, and cannot ask again.',
      button: 'Decline return',
      question: 'Decline this return?',
      consequence: `The buyer gets no money. Buyer and ${merchant} get a mail with your sentence. This is final.`,
      done: 'Declined. Buyer and merchant get a mail.',
    },
  };
};

type Values = { decision: ReturnDecisionName; note: string; restock: boolean };

/** An operator's final decision about a return, with a sentence that buyer and merchant read. It stays on the device until it is sent. */
export function MarketDecisionForm({
  orderReturn,
  onFailure,
}: {
  orderReturn: OrderReturn;
  /** Called with the error of a refused decision. If somebody else has decided, the form is gone then. */
  onFailure: (error: unknown) => void;
}) {
  const { id, reason } = orderReturn;
  const decisions = decisionsOf(orderReturn);
  const [likely = 'decline'] = decisions;
  const [isAsking, setAsking] = useState(false);
  const draftKey = `market return ${id}`;
  const draft = withDraft<Values>(draftKey, { decision: likely, note: '', restock: false });
  const { register, handleSubmit, watch, formState, subscribe } = useForm<Values>({
    defaultValues: { ...draft, decision: decisions.includes(draft.decision) ? draft.decision : likely },
  });
  useFormDraft({ subscribe }, draftKey);
  const { decision, note, restock } = watch();
  const canRestock = decision === 'refund' && !isMissing(reason);
  const texts = describeDecisions(orderReturn, canRestock && restock);
  return (
    <Panel title="Your decision" isPadded>
      <form noValidate className="flex flex-col gap-3" onSubmit={handleSubmit(() => setAsking(true))}>
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Your decision</legend>
          {decisions.map((name) => (
            <Choice
              key={name}
              type="radio"
              value={name}
              label={<b className="font-semibold text-heading">{texts[name].name}</b>}
              hint={texts[name].effect}
              className="rounded-sm border border-line-strong px-3 py-2.5 has-checked:border-action has-checked:bg-row-selected has-checked:shadow-[inset_0_0_0_1px_var(--sk-action)]"
              {...register('decision')}
            />
          ))}
        </fieldset>
        {canRestock && (
          <Choice
            label="As new: put the pieces back into stock"
            hint="Leave it open if they have not come back, or cannot be sold again."
            {...register('restock')}
          />
        )}
        <TextArea
          label="What buyer and merchant read"
          hint="Why you decide so. It is in the mails, and on the order page."
          maxLength={RETURN_NOTE_MAX}
          error={formState.errors.note?.message}
          {...register('note', {
            validate: (text) => text.trim() !== '' || 'Write to buyer and merchant why you decide so.',
          })}
        />
        <div className="flex justify-end">
          <Button
            type="submit"
            variant={decision === 'decline' ? 'danger' : 'primary'}
            className="max-lg:w-full"
            aria-haspopup="dialog"
          >
            {texts[decision].button}
          </Button>
        </div>
      </form>
      {isAsking && (
        <DecideDialog
          id={id}
          texts={texts[decision]}
          values={{ decision, note, restock: canRestock && restock }}
          onDone={() => removeDraft(draftKey)}
          onFailure={onFailure}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

function DecideDialog({
  id,
  texts: { question, consequence, button, done },
  values,
  onDone,
  onFailure,
  onClose,
}: {
  id: string;
  texts: DecisionTexts;
  values: Values;
  onDone: () => void;
  onFailure: (error: unknown) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const refresh = useRefreshMarket();
  const form = useForm({ defaultValues: { reason: '' } });
  return (
    <ActDialog
      title={question}
      description={consequence}
      form={form}
      keepLabel="Not yet"
      confirmLabel={button}
      isDanger={values.decision === 'decline'}
      onAct={async ({ reason }) => {
        const decided = await api.call(decideReturn, { params: { id }, body: { ...values, reason } });
        onDone();
        toast.success(done);
        queryClient.setQueryData(marketReturnQuery(id).queryKey, decided);
        await refresh();
      }}
      onFailure={(error) => {
        onFailure(error);
        void refresh();
      }}
      onClose={onClose}
    />
  );
}
