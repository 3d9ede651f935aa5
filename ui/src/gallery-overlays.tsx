import { ChevronDown, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import { dialogPanelClass, dialogTitleClass } from './dialog-class.ts';
import { Dropdown } from './dropdown.tsx';
import { Flag } from './flag.tsx';
import { GallerySection } from './gallery-section.tsx';
import { IconButton } from './icon-button.tsx';
import { MenuPanel, menuItemClass, menuLinkClass } from './menu-panel.tsx';
import { NumberField } from './number-field.tsx';
import { toast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

const Dialog = lazy(() => import('./dialog.tsx').then((module) => ({ default: module.Dialog })));
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })));
const Drawer = lazy(() => import('./drawer.tsx').then((module) => ({ default: module.Drawer })));
const Sheet = lazy(() => import('./sheet.tsx').then((module) => ({ default: module.Sheet })));

type Overlay = 'dialog' | 'confirm' | 'drawer' | 'sheet';

const GROUPS = [
  ['Grains & flours', 'Garri', 'Yam flour', 'Ọ̀fádà rice', 'Semolina', 'Millet'],
  ['Soups & seeds', 'Egusi', 'Ogbono', 'Achi', 'Ọ̀họ̀'],
  ['Oils', 'Palm oil', 'Groundnut oil', 'Coconut oil'],
] as const;

function settleLater(succeeds: boolean) {
  return new Promise<void>((resolve, reject) => setTimeout(succeeds ? resolve : () => reject(new Error('no')), 1500));
}

/** Toasts, menus, dialogs, drawer and sheet: static examples, then working ones. */
export function GalleryOverlays() {
  const [open, setOpen] = useState<Overlay | null>(null);
  const [quantity, setQuantity] = useState(2);
  // Mounted at the first opening and then left mounted, so that the closing transition runs.
  const [mounted, setMounted] = useState<ReadonlySet<Overlay>>(new Set());
  const close = () => setOpen(null);
  const show = (overlay: Overlay) => {
    setMounted((previous) => new Set(previous).add(overlay));
    setOpen(overlay);
  };
  return (
    <>
      <ToastHost />
      <GallerySection title="Mega menu">
        <MenuPanel className="p-6 sm:p-8">
          <div className="grid gap-6 sm:grid-cols-3">
            {GROUPS.map(([head, ...links]) => (
              <div key={head}>
                <h3 className="mb-1 font-semibold text-base text-heading">{head}</h3>
                <ul>
                  {links.map((link) => (
                    <li key={link}>
                      <a href="#list" className={menuLinkClass}>
                        {link}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </MenuPanel>
      </GallerySection>
      <div className="grid grid-cols-1 gap-x-9 lg:grid-cols-3">
        <GallerySection title="Country picker">
          <MenuPanel className="overflow-hidden">
            <div className="flex items-center gap-3 border-line border-b px-4 py-3">
              <Flag code="ng" />
              <p className="flex-1 text-muted text-xs">
                Delivering to
                <span className="block font-semibold text-base text-heading">Nigeria</span>
              </p>
              <Button variant="text" size="sm">
                Cancel
              </Button>
            </div>
            <ul className="p-1">
              {[
                ['gb', 'United Kingdom'],
                ['gh', 'Ghana'],
                ['ca', 'Canada'],
              ].map(([code = '', name], at) => (
                <li key={code}>
                  <button type="button" className={menuItemClass} aria-current={at === 1 ? 'true' : undefined}>
                    <Flag code={code} />
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </MenuPanel>
        </GallerySection>
        <GallerySection title="Added-to-cart dialog">
          <div className={dialogPanelClass}>
            <div className="flex items-start gap-4">
              <img
                src="/brand/samples/ijebu-garri-front.webp"
                alt=""
                width={72}
                height={72}
                className="size-18 rounded-sm"
              />
              <p className="flex-1 pt-1 font-semibold text-heading text-lg leading-6.5">
                Ìjẹ̀bú garri, extra sour added to cart successfully!!!
              </p>
              <IconButton label="Close" variant="plain" icon={<X className="size-5.5" />} className="-mt-1.5 -mr-2" />
            </div>
            <div className="mt-6 grid gap-2">
              <Button>Proceed To Cart</Button>
              <Button variant="secondary">Continue Shopping</Button>
            </div>
          </div>
        </GallerySection>
        <GallerySection title="Confirm dialog">
          <div className={dialogPanelClass}>
            <p className={dialogTitleClass}>Clear your cart?</p>
            <p className="mt-2 text-secondary">
              All 4 items will be removed. Prices may change before you add them again.
            </p>
            <div className="mt-6 grid grid-cols-2 gap-3">
              <Button variant="secondary">Dismiss</Button>
              <Button variant="danger-solid">Clear Cart</Button>
            </div>
          </div>
        </GallerySection>
      </div>
      <GallerySection title="Working examples">
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => show('dialog')}>
            Dialog
          </Button>
          <Button variant="secondary" onClick={() => show('confirm')}>
            Confirm
          </Button>
          <Button variant="secondary" onClick={() => show('drawer')}>
            Drawer
          </Button>
          <Button variant="secondary" onClick={() => show('sheet')}>
            Sheet
          </Button>
          <Button variant="secondary" onClick={() => toast.success('Puna yam, three tubers added to cart')}>
            Toast success
          </Button>
          <Button variant="secondary" onClick={() => toast.error('Error: Internal Server Error')}>
            Toast error
          </Button>
          <Button variant="secondary" onClick={() => toast.info('Product out of stock. Please check back later')}>
            Toast info
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              toast.promise(settleLater(true), {
                loading: 'Placing your order',
                success: 'Order placed',
                error: 'Failed',
              })
            }
          >
            Toast promise
          </Button>
          <Button
            variant="secondary"
            onClick={() => {
              const texts = {
                loading: 'Placing your order',
                success: 'Order placed',
                error: 'Order not placed',
              };
              toast.promise(settleLater(false), texts).catch(() => {});
            }}
          >
            Toast promise, failed
          </Button>
          <Dropdown
            trigger={
              <>
                Help <ChevronDown className="size-4" />
              </>
            }
            align="end"
            triggerClassName="inline-flex h-12 items-center gap-2 rounded-sm px-3 font-medium hover:bg-quiet"
          >
            {(closeMenu) => (
              <MenuPanel>
                {['FAQs', 'Contact', 'Track Order'].map((name) => (
                  <button key={name} type="button" className={menuItemClass} onClick={closeMenu}>
                    {name}
                  </button>
                ))}
              </MenuPanel>
            )}
          </Dropdown>
        </div>
      </GallerySection>
      <Suspense fallback={null}>
        {mounted.has('dialog') && (
          <Dialog
            open={open === 'dialog'}
            onOpenChange={close}
            title="Ìjẹ̀bú garri, extra sour added to cart successfully!!!"
            plainTitle
            media={
              <img
                src="/brand/samples/ijebu-garri-front.webp"
                alt=""
                width={72}
                height={72}
                className="size-18 rounded-sm"
              />
            }
            stackActions
            actions={
              <>
                <Button onClick={close}>Proceed To Cart</Button>
                <Button variant="secondary" onClick={close}>
                  Continue Shopping
                </Button>
              </>
            }
          />
        )}
        {mounted.has('confirm') && (
          <ConfirmDialog
            open={open === 'confirm'}
            onOpenChange={close}
            title="Clear your cart?"
            confirmLabel="Clear Cart"
            danger
            onConfirm={() => {
              close();
              toast.success('Cart cleared!');
            }}
          >
            All 4 items will be removed. Prices may change before you add them again.
          </ConfirmDialog>
        )}
        {mounted.has('drawer') && (
          <Drawer
            open={open === 'drawer'}
            onOpenChange={close}
            title="Your cart"
            subtitle="4 Items"
            patternStrip
            footer={
              <>
                <p className="flex items-baseline justify-between font-bold text-lg">
                  <span>Subtotal</span> <span>₦60,250</span>
                </p>
                <p className="mb-4 text-secondary text-sm">Delivery is worked out at checkout.</p>
                <Button size="lg" block>
                  Proceed To Cart
                </Button>
                <div className="mt-2 flex gap-2">
                  <Button variant="secondary" className="flex-1" onClick={close}>
                    Continue Shopping
                  </Button>
                  <Button variant="danger-text">Clear Cart</Button>
                </div>
              </>
            }
          >
            <NumberField label="Quantity" value={quantity} onChange={setQuantity} />
          </Drawer>
        )}
        {mounted.has('sheet') && (
          <Sheet
            open={open === 'sheet'}
            onOpenChange={close}
            title="Filter"
            footer={
              <Button block onClick={close}>
                Apply
              </Button>
            }
          >
            Price, category and size.
          </Sheet>
        )}
      </Suspense>
    </>
  );
}
