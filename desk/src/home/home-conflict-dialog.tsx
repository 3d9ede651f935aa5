import type { HomeContent } from '@sokuwa/contract/home/home.schemas.ts';
import { ConflictDialog } from '../ui/conflict-dialog.tsx';
import { type ConflictKey, describeUnit, nameConflict } from './home.values.ts';

/** Somebody else has saved the draft first: both versions of what both have changed stand side by side. */
export function HomeConflictDialog({
  mine,
  theirs,
  base,
  keys,
  onChoose,
  onClose,
}: {
  mine: HomeContent;
  theirs: HomeContent;
  base: HomeContent;
  keys: readonly ConflictKey[];
  /** Called with the conflicts in which their value is taken. */
  onChoose: (takesTheirs: ConflictKey[]) => void;
  onClose: () => void;
}) {
  const describe = (content: HomeContent, others: [HomeContent, HomeContent]) =>
    Object.fromEntries(keys.map((key) => [key, describeUnit(content, others, key)]));
  return (
    <ConflictDialog<Record<ConflictKey, string>>
      what="home page"
      names={Object.fromEntries(keys.map((key) => [key, nameConflict(mine, key)]))}
      mine={describe(mine, [theirs, base])}
      theirs={describe(theirs, [mine, base])}
      fields={keys}
      onChoose={(_, theirFields) => onChoose(theirFields)}
      onClose={onClose}
    />
  );
}
