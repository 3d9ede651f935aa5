import { Button } from '@sokuwa/ui/button.tsx';
import { lazyDialog, lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Mail } from 'lucide-react';
import { useState } from 'react';

const Dialog = lazyDialog(async () => (await import('@sokuwa/ui/dialog.tsx')).Dialog);
const Form = lazyWithRetry(
  async () => (await import('./contact-seller-form.tsx')).ContactSellerForm,
  <Skeleton className="h-64 w-full" />,
);

/** A button that opens a message to a merchant about an order (MESSAGE-61). @param productId a product that the merchant sold in it */
export function ContactAboutOrder({
  orderId,
  productId,
  storeName,
}: {
  orderId: string;
  productId: number;
  storeName: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<Mail className="size-5" />}
        aria-label={`Contact ${storeName}`}
        onPointerEnter={Dialog.preload}
        onFocus={Dialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Contact
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={`Write to ${storeName}`} plainTitle>
        <Form
          {...{ orderId, productId, storeName }}
          prompt={<p>Your sign-in has ended. Please sign in again, and open the order once more.</p>}
        />
      </Dialog>
    </>
  );
}
