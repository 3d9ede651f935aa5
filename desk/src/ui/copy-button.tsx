import { toast } from '@sokuwa/ui/toast.ts';
import { Copy } from 'lucide-react';
import { Button, type ButtonStyle } from './button.tsx';

/** Copies a text. @param what it is, such as "the token", for screen readers and the toast */
export function CopyButton({ text, what, ...style }: { text: string; what: string } & ButtonStyle) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`Copied ${what}`);
    } catch {
      toast.error('The browser did not allow that. Select the text, and copy it.');
    }
  };
  return (
    <Button {...style} icon={<Copy />} onClick={copy}>
      Copy
      <span className="sr-only"> {what}</span>
    </Button>
  );
}
