import { exportData } from '@sokuwa/contract/account/account.endpoints.ts';
import { brand } from '@sokuwa/contract/brand.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';

/** Saves a file in the browser. A plain link could not send the token. */
const saveFile = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

/** Downloads all personal data of the user as a file. */
export function DownloadData() {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(`${brand.slug}-my-data.json`, JSON.stringify(await api.call(exportData, {}), undefined, 2));
    } catch (error) {
      toast.error(`Failed to download your data: ${describeError(error)}`);
    }
    setBusy(false);
  };
  return (
    <Button variant="secondary" size="sm" icon={<Download className="size-5" />} busy={busy} onClick={download}>
      Download my data
    </Button>
  );
}
