import { brand } from '@sokuwa/contract/brand.ts';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { SocialLinks } from '../lib/social-links.tsx';
import { ContactForm } from './contact-form.tsx';

/** /contact: how to reach the shop, and a form (SUPPORT-1). */
export function ContactPage() {
  return (
    <div className={`${pageClass} pt-6 pb-14 lg:pt-10`}>
      <h1 className="font-display text-3xl text-heading">Contact Us</h1>
      <p className="mt-2.5 max-w-(--container-prose) text-lg text-secondary">
        Questions about an order, a seller or the shop? Write to us; we aim to answer within 24 hours on weekdays.
      </p>
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <ContactForm />
        <ContactDetails />
      </div>
    </div>
  );
}

const linkClass = 'inline-flex min-h-11 items-center text-on-brand underline underline-offset-4 hover:decoration-2';

function ContactDetails() {
  return (
    <aside aria-labelledby="contact-details" className="min-w-0">
      <div data-background="brand" className="corner-56 rounded-lg bg-brand p-6 text-on-brand-muted sm:p-8">
        <h2 id="contact-details" className="font-bold font-display text-on-brand text-xl">
          Other ways to reach us
        </h2>
        <address className="mt-4 grid gap-3 not-italic">
          <ContactDetail icon={<MapPin className="size-5" />}>{brand.postalAddress}</ContactDetail>
          <ContactDetail icon={<Phone className="size-5" />}>
            <a href={`tel:${brand.phone.replaceAll(' ', '')}`} className={linkClass}>
              {brand.phone}
            </a>
          </ContactDetail>
          <ContactDetail icon={<Mail className="size-5" />}>
            <a href={`mailto:${brand.email}`} className={`${linkClass} wrap-anywhere`}>
              {brand.email}
            </a>
          </ContactDetail>
        </address>
        <p className="mt-4">Monday to Friday, 9 AM to 6 PM West African Time.</p>
        <SocialLinks
          networks={['facebook', 'x', 'whatsapp', 'instagram', 'linkedin', 'tiktok']}
          className="mt-4 -ml-3 flex flex-wrap text-on-brand"
        />
      </div>
    </aside>
  );
}

function ContactDetail({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-3">
      <span aria-hidden="true" className="shrink-0 text-on-brand">
        {icon}
      </span>
      <span className="min-w-0">{children}</span>
    </div>
  );
}
