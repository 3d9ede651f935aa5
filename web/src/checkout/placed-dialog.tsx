import { Button } from '@sokuwa/ui/button.tsx';
import { Dialog } from '@sokuwa/ui/dialog.tsx';

/** The dialog that Continue Payment opens (CHECKOUT-52). Load it lazily. */
export function PlacedDialog({
  open,
  onClose,
  onContinue,
}: {
  open: boolean;
  onClose: () => void;
  onContinue: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Congrats!!!"
      description="Your order has been placed and you will get a shipping confirmation soon."
      actions={<Button onClick={onContinue}>Continue Shopping</Button>}
    />
  );
}
