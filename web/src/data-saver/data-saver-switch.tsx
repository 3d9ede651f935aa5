import { DataSaverContext } from '@sokuwa/ui/data-saver.ts';
import { use, useState } from 'react';
import { type Choice, readChoice, wantsSaving, writeCookie } from './choice.ts';

/** The data saver switch: on, off, or automatic. */
export function DataSaverSwitch() {
  const [, setSaving] = use(DataSaverContext);
  const [choice, setChoice] = useState(readChoice);
  const choose = (next: Choice) => {
    setChoice(next);
    writeCookie(next === 'auto' ? undefined : next);
    setSaving(next === 'auto' ? wantsSaving() : next === 'on');
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
