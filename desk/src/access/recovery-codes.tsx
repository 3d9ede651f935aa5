import { Download } from 'lucide-react';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

/** The recovery codes, which are shown once, to copy or to save as a file. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n');
  const save = () =>
    saveFile('sokuwa-recovery-codes.txt', `Recovery codes of the Sokuwa desk\n\n${text}\n`, 'text/plain');
  return (
    <div>
      <ul
        aria-label="Recovery codes"
        className="rounded-md border border-line bg-ground p-4 font-mono text-xs leading-6"
      >
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} what="the codes" />
        <Button icon={<Download />} onClick={save}>
          Save as a file
        </Button>
      </div>
    </div>
  );
}
