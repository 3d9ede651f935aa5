import { toast } from '@sokuwa/ui/toast.ts';
import { Copy, Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** The recovery codes, which are shown once, to copy or to save as a file. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Codes copied');
    } catch {
      toast.error('The browser did not allow that. Save the codes as a file instead.');
    }
  };
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([`Recovery codes of the Sokuwa desk\n\n${text}\n`], { type: 'text/plain' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = 'sokuwa-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  };
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
        <Button icon={<Copy />} onClick={copy}>
          Copy
        </Button>
        <Button icon={<Download />} onClick={save}>
          Save as a file
        </Button>
      </div>
    </div>
  );
}
