import { Heart, LoaderCircle, MessageCircle, RefreshCw, Search, ShoppingBag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Accordion, AccordionItem } from './accordion.tsx';
import { Alert } from './alert.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Button, LinkButton } from './button.tsx';
import { Checkbox, Radio } from './checkbox-radio.tsx';
import { Chip } from './chip.tsx';
import { CountBadge } from './count-badge.tsx';
import { DiscountLine } from './discount-line.tsx';
import { DashedLine, PatternStrip } from './dividers.tsx';
import { EmptyState, ErrorState } from './empty-state.tsx';
import { Flag } from './flag.tsx';
import { GalleryOverlays } from './gallery-overlays.tsx';
import { GalleryProducts } from './gallery-products.tsx';
import { SampleCard } from './gallery-samples.tsx';
import { GallerySection } from './gallery-section.tsx';
import { IconButton } from './icon-button.tsx';
import { lazyWithRetry } from './lazy-with-retry.tsx';
import { Logo, LogoMark } from './logo.tsx';
import { NumberField } from './number-field.tsx';
import { Pagination } from './pagination.tsx';
import { Panel } from './panel.tsx';
import { PaymentMarks } from './payment-mark.tsx';
import { Price } from './price.tsx';
import { Select } from './select.tsx';
import { Skeleton } from './skeleton.tsx';
import { SocialIcon, type SocialNetwork } from './social-icon.tsx';
import { Spinner } from './spinner.tsx';
import { StatusPill } from './status-pill.tsx';
import { Tabs } from './tabs.tsx';
import { Tag } from './tag.tsx';
import { TextArea, TextField } from './text-field.tsx';
import { textLinkClass } from './text-link-class.ts';
import { ToastMark, toastClass, toastTextClass } from './toast-parts.tsx';

/** The combobox must not be rendered on the server. */
const GalleryCombobox = lazyWithRetry<object>(async () => (await import('./gallery-combobox.tsx')).GalleryCombobox);

/** Every component in every state, as a reference and for tests (/sandbox/ui). */
export function Gallery() {
  return (
    <div className="mx-auto max-w-(--container-page) px-4 py-10 md:px-6 lg:px-8">
      <div className="flex items-start justify-between gap-6 border-line border-b pb-3">
        <div>
          <Logo name="Sokuwa" />
          <h1 className="mt-6 font-display text-3xl text-heading">Components and states</h1>
        </div>
        <LogoMark className="size-16 md:size-24" />
      </div>
      <Buttons />
      <Fields />
      <GalleryCombobox />
      <GalleryProducts />
      <FeedbackAndNavigation />
      <GalleryOverlays />
      <EmptyAndErrorStates />
      <Brand />
      <Dark />
    </div>
  );
}

function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="mt-1.5 text-muted text-xs">{name}</p>
    </div>
  );
}

function Buttons() {
  return (
    <GallerySection title="Buttons">
      <div className="flex flex-wrap gap-x-4.5 gap-y-5">
        <Example name="primary">
          <Button>Add To Cart</Button>
        </Example>
        <Example name="hover">
          <Button className="border-action-hover! bg-action-hover!">Add To Cart</Button>
        </Example>
        <Example name="pressed">
          <Button className="border-action-press! bg-action-press!">Add To Cart</Button>
        </Example>
        <Example name="focus">
          <Button className="shadow-[0_0_0_2px_var(--sk-focus-gap)] outline-3 outline-focus outline-offset-2">
            Add To Cart
          </Button>
        </Example>
        <Example name="busy">
          <Button busy>Add To Cart</Button>
        </Example>
        <Example name="disabled">
          <Button disabled>Add To Cart</Button>
        </Example>
        <Example name="secondary">
          <Button variant="secondary">View All Products</Button>
        </Example>
        <Example name="secondary hover">
          <Button variant="secondary" className="bg-quiet!">
            View All Products
          </Button>
        </Example>
        <Example name="text">
          <Button variant="text">Clear</Button>
        </Example>
        <Example name="highlight">
          <Button variant="highlight">Subscribe</Button>
        </Example>
        <Example name="danger">
          <Button variant="danger">Cancel Order</Button>
        </Example>
        <Example name="danger, in dialog">
          <Button variant="danger-solid">Clear Cart</Button>
        </Example>
        <Example name="danger text">
          <Button variant="danger-text">Clear Cart</Button>
        </Example>
        <Example name="ink">
          <Button variant="ink">SHOP NOW</Button>
        </Example>
        <Example name="icon 44">
          <IconButton label="Save" icon={<Heart className="size-5" />} />
        </Example>
        <Example name="icon busy">
          <IconButton label="Saving" icon={<Heart className="size-5" />} busy />
        </Example>
        <Example name="count">
          <span className="relative inline-flex">
            <IconButton label="Cart, 3 items" variant="plain" icon={<ShoppingBag className="size-5" />} />
            <CountBadge count={3} />
          </span>
        </Example>
        <Example name="small 44">
          <Button size="sm">Apply</Button>
        </Example>
        <Example name="large 56">
          <Button size="lg">Proceed To Cart</Button>
        </Example>
        <Example name="with icon">
          <Button variant="secondary" icon={<RefreshCw className="size-5" />}>
            Try Again
          </Button>
        </Example>
        <Example name="with icon, busy">
          <Button variant="secondary" icon={<RefreshCw className="size-5" />} busy>
            Try Again
          </Button>
        </Example>
        <Example name="link">
          <LinkButton href="#top" variant="secondary">
            Read more
          </LinkButton>
        </Example>
        <Example name="spinner">
          <span className="flex h-12 items-center text-link">
            <Spinner label="Loading" className="size-6" />
          </span>
        </Example>
      </div>
    </GallerySection>
  );
}

function Fields() {
  const [quantity, setQuantity] = useState(1);
  return (
    <GallerySection title="Fields">
      <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        <TextField label="First Name" defaultValue="Adaeze" hint="As on your ID" autoComplete="off" />
        <TextField label="Email" placeholder="you@example.com" type="email" autoComplete="off" />
        <TextField
          label="Password"
          type="password"
          defaultValue="palmoi"
          error="Password must be at least 8 characters"
          autoComplete="off"
        />
        <Select label="City" disabledReason="Choose a region first" hint="disabled" />
        <Select label="Gender" defaultValue="f">
          <option value="f">Female</option>
          <option value="m">Male</option>
        </Select>
        <div>
          <Checkbox label="Food Items" defaultChecked />
          <Checkbox label="African Fashion" />
          <Checkbox label="Sold out" disabled />
        </div>
        <fieldset>
          <legend className="sr-only">Address</legend>
          <Radio name="gallery-address" label="Camberwell Station Road" defaultChecked />
          <Radio name="gallery-address" label="Add New Address" />
        </fieldset>
        <div className="flex flex-wrap items-center gap-4">
          <NumberField label="Quantity" value={quantity} onChange={setQuantity} max={12} size="md" />
          <span className="text-muted text-xs">minus disabled at 1</span>
          <NumberField label="Quantity, saving" value={3} onChange={setQuantity} busy />
          <NumberField label="Quantity, disabled" value={3} onChange={setQuantity} disabled />
        </div>
        <TextField label="Lowest price" prefix="₦" inputMode="numeric" defaultValue="2,000" />
        <TextField label="Search" prefix={<Search className="size-5" />} placeholder="Search yam, ankara…" />
        <TextField label="Account" value="adaeze@example.com" readOnly hint="Cannot be changed" />
        <TextField label="Postcode" disabledReason="Choose a country first" />
        <TextArea label="Message" placeholder="Write to the seller" required rows={2} />
      </div>
    </GallerySection>
  );
}

function FeedbackAndNavigation() {
  return (
    <div className="grid grid-cols-1 gap-x-9 lg:grid-cols-3">
      <GallerySection title="Toasts: 356 px wide, at most 3">
        <div className="flex max-w-(--container-toast) flex-col gap-3">
          {(
            [
              ['success', 'Egusi melon seed, hand-peeled added to cart'],
              ['info', 'Product out of stock. Please check back later'],
              ['error', 'Error: Internal Server Error'],
              ['loading', 'Placing your order'],
            ] as const
          ).map(([kind, text]) => (
            <div key={kind} className={`${toastClass} pr-4`}>
              <ToastMark kind={kind} />
              <p className={toastTextClass}>{text}</p>
            </div>
          ))}
        </div>
      </GallerySection>
      <GallerySection title="Order status, tags, chips, alerts">
        <div className="flex flex-wrap gap-2.5">
          <StatusPill status="pending" />
          <StatusPill status="paid" />
          <StatusPill status="shipped" />
          <StatusPill status="delivered" />
          <StatusPill status="cancelled" />
          <StatusPill status="unknown" />
        </div>
        <div className="mt-6 flex flex-wrap items-center gap-2.5">
          <Tag kind="sale">−20%</Tag>
          <Tag kind="new">New</Tag>
          <Tag kind="out-of-stock">Out of stock</Tag>
          <Tag kind="highlight">404</Tag>
          <DiscountLine percent={20} />
          <DiscountLine percent={0} />
        </div>
        <div className="mt-4">
          <Chip label="₦2,000 to ₦15,000" link={(props) => <a href="#chips" {...props} />} />
        </div>
        <div className="mt-4 grid gap-3">
          <Alert kind="error">Failed to retrieve shipping rate</Alert>
          <Alert kind="success">Your message was sent</Alert>
          <Alert kind="info">Duties are paid on arrival</Alert>
          <Alert kind="warning">Only 2 left</Alert>
        </div>
      </GallerySection>
      <GallerySection title="Tabs, accordion, breadcrumbs, pages">
        <Tabs
          label="About the product"
          tabs={[
            { id: 'description', label: 'Description', panel: <p>Cassava paste is stencilled by hand.</p> },
            { id: 'warranty', label: 'Warranty', panel: <p>Thirty days.</p> },
            { id: 'seller', label: 'Contact Seller', panel: <p>Ask anything.</p> },
          ]}
        />
        <div className="mt-6">
          <Accordion>
            <AccordionItem summary="How do I track my order?" defaultOpen>
              Open Account, choose Track Order and enter the code from your email.
            </AccordionItem>
            <AccordionItem summary="Can I change the address?">Until it is shipped.</AccordionItem>
          </Accordion>
        </div>
        <div className="mt-3">
          <Breadcrumbs
            links={[
              <a key="home" href="#top">
                Home
              </a>,
              <a key="fashion" href="#top">
                African Fashion
              </a>,
            ]}
            current="Indigo adire kaftan"
          />
        </div>
        <div className="mt-3">
          <Pagination page={7} pages={9} link={(page, props) => <a href={`#page-${page}`} {...props} />} />
        </div>
      </GallerySection>
    </div>
  );
}

function EmptyAndErrorStates() {
  return (
    <GallerySection title="Empty, error, loading">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <EmptyState
          illustration="search"
          icon={<ShoppingBag />}
          title="Your cart is empty."
          action={<Button>Start Shopping</Button>}
        >
          Start with the hot deals; they change every day.
        </EmptyState>
        <ErrorState
          title="There was an error loading the products. Please try again later."
          message="timeout of 30000ms exceeded"
          action={
            <Button variant="secondary" icon={<RefreshCw className="size-5" />}>
              Try Again
            </Button>
          }
        />
        <EmptyState illustration="inbox" icon={<MessageCircle />} title="No messages yet." />
        <div className="flex flex-col gap-3">
          <Skeleton className="h-8 w-1/2" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-5/6" />
          <p className="flex items-center gap-2 text-muted text-sm">
            <LoaderCircle className="size-4 animate-spin" /> pulse of 1.4 s
          </p>
        </div>
      </div>
    </GallerySection>
  );
}

const NETWORKS: SocialNetwork[] = ['facebook', 'x', 'linkedin', 'whatsapp', 'instagram', 'youtube', 'tiktok'];

function Brand() {
  return (
    <GallerySection title="Price, dividers, flags; brand background with social and payment marks">
      <div className="mb-6 grid gap-6 md:grid-cols-2">
        <Price price="₦32,000" originalPrice="₦40,000" converted="£15.63" discountPercent={20} size="detail" />
        <div className="flex flex-col gap-4">
          <DashedLine />
          <p className="flex flex-wrap items-center gap-3">
            <Flag code="ng" /> Nigeria <Flag code="zz" /> No flag
          </p>
          <Panel>
            A panel with
            <a href="#top" className={textLinkClass}>
              an inline link
            </a>
          </Panel>
          <p className="font-medium">
            Ọ̀fádà rice · Ẹ̀wà olóyin · Ìjẹ̀bú garri · aṣọ-òkè · ƙwarya · ɗan · ɓera · Abẹ́òkúta
          </p>
        </div>
      </div>
      <div data-background="brand" className="overflow-hidden rounded-xl bg-brand text-on-brand-muted">
        <PatternStrip />
        <div className="flex flex-col gap-6 p-6">
          <Logo name="Sokuwa" background="brand" />
          <div className="flex flex-wrap">
            {NETWORKS.map((network) => (
              <a
                key={network}
                href="#top"
                aria-label={network}
                className="flex size-11 items-center justify-center rounded-sm text-on-brand"
              >
                <SocialIcon network={network} className="size-5.5" />
              </a>
            ))}
          </div>
          <PaymentMarks />
          <div className="flex flex-wrap gap-3">
            <Button variant="highlight">Subscribe</Button>
            <Button variant="brand">START SELLING</Button>
          </div>
        </div>
        <PatternStrip thin />
      </div>
    </GallerySection>
  );
}

function Dark() {
  return (
    <section data-theme="dark" className="mt-8 rounded-xl bg-canvas p-6 text-body md:p-8">
      <h2 className="mb-4 font-semibold text-muted text-sm">Dark theme</h2>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-2 items-start gap-5 md:grid-cols-3">
          <SampleCard sample="kaftan" />
          <SampleCard sample="palm-oil" />
          <SampleCard sample="djembe" />
        </div>
        <div className="flex min-w-0 flex-col items-start gap-4">
          <div className="flex flex-wrap gap-2">
            <Button>Add To Cart</Button>
            <Button variant="secondary">View All Products</Button>
            <Button variant="text">Clear</Button>
            <Button variant="danger-solid">Clear Cart</Button>
          </div>
          <TextField
            label="Search goods"
            labelHidden
            placeholder="Search yam, ankara, shea butter…"
            className="w-full max-w-sm"
          />
          <div className="flex flex-wrap gap-2">
            <StatusPill status="pending" />
            <StatusPill status="paid" />
            <StatusPill status="shipped" />
            <StatusPill status="delivered" />
            <StatusPill status="cancelled" />
            <StatusPill status="unknown" />
          </div>
          <div className="w-(--container-toast) max-w-full">
            <div className={`${toastClass} pr-4`}>
              <ToastMark kind="success" />
              <p className={toastTextClass}>Cart cleared!</p>
            </div>
          </div>
          <Checkbox label="Food Items" defaultChecked />
          <Alert kind="error">Failed to retrieve shipping rate</Alert>
        </div>
      </div>
    </section>
  );
}
