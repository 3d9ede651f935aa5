import { DataSaverContext } from '@sokuwa/ui/data-saver.ts';
import { use, useState, useSyncExternalStore } from 'react';
import { type Choice, readChoice, wantsSaving, writeCookie } from './choice.ts';

const subscribeToNothing = () => () => {};

/** The data saver switch: on, off, or automatic. The server reserves its space, because only the browser knows the choice. */
export function DataSaverSwitch() {
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return <div className="h-11 w-56">{isHydrated && <Switch />}</div>;
}

function Switch() {
  const { isOn } = use(DataSaverContext);
  const [choice, setChoice] = useState(readChoice);
  const choose = (next: Choice) => {
    setChoice(next);
    writeCookie(next === 'auto' ? undefined : next);
    isOn.set(next === 'auto' ? wantsSaving() : next === 'on');
  };
  return (
    <label className="flex items-center gap-3 text-sm">
      Data saver
      <select
        value={choice}
        onChange={({ target }) => choose(target.value as Choice)}
        className="h-11 rounded-sm border border-on-brand-muted bg-brand px-3 text-on-brand"
      >
        <option value="auto">Automatic</option>
        <option value="on">On</option>
        <option value="off">Off</option>
      </select>
    </label>
  );
}
