import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { useState } from 'react';
import { Button } from './button.tsx';

type Value = string | boolean;
/** The values of a form, and what its fields are called. */
type Values = Record<string, Value>;

const toText = (value: Value): string => (value === true ? 'Yes' : value === false ? 'No' : value || 'empty');

/** The fields that both have changed, to different values. What only one of both has changed needs no choice. */
export const findConflicts = <V extends Values>(mine: V, theirs: V, before: V): (keyof V & string)[] =>
  Object.keys(before).filter(
    (name) => theirs[name] !== before[name] && mine[name] !== before[name] && theirs[name] !== mine[name],
  );

/** Somebody else has saved first: both values stand side by side, and each field is chosen. */
export function ConflictDialog<V extends Values>({
  what,
  names,
  mine,
  theirs,
  fields,
  onChoose,
  onClose,
}: {
  /** What was saved, such as "product". */
  what: string;
  /** The names of the fields. */
  names: Record<keyof V, string>;
  mine: V;
  theirs: V;
  fields: readonly (keyof V & string)[];
  /** Called with the values of the form after the choice, and the fields whose value is theirs. */
  onChoose: (values: Partial<V>, theirFields: (keyof V & string)[]) => void;
  onClose: () => void;
}) {
  const [takesTheirs, setTakesTheirs] = useState<Partial<Record<keyof V, boolean>>>({});
  const choose = (all: boolean) => {
    const theirFields = fields.filter((name) => all || takesTheirs[name]);
    onChoose(
      Object.fromEntries(
        fields.map((name) => [name, (theirFields.includes(name) ? theirs : mine)[name]]),
      ) as Partial<V>,
      theirFields,
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Somebody else has saved this ${what}`}
      description="Choose for each field. Nothing is saved before you say so."
      actions={
        <>
          <Button onClick={() => choose(true)}>Take all of theirs</Button>
          <Button variant="primary" onClick={() => choose(false)}>
            Use these
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {fields.map((name) => (
          <fieldset key={name} className="border-line border-t pt-2">
            <legend className="font-semibold text-heading text-xs">{names[name]}</legend>
            {([false, true] as const).map((isTheirs) => (
              <label key={String(isTheirs)} className="flex min-h-11 cursor-pointer items-start gap-2.5 py-2">
                <input
                  type="radio"
                  name={`conflict-${name}`}
                  checked={Boolean(takesTheirs[name]) === isTheirs}
                  onChange={() => setTakesTheirs({ ...takesTheirs, [name]: isTheirs })}
                  className="size-5 shrink-0 accent-action"
                />
                <span className="wrap-anywhere line-clamp-4">
                  <span className="text-muted text-xs">{isTheirs ? 'Theirs: ' : 'Yours: '}</span>
                  {toText((isTheirs ? theirs : mine)[name] ?? '')}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Dialog>
  );
}
