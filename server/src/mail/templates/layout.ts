import { brand } from '@sokuwa/contract/brand.ts';
import { type CSSProperties, Fragment, createElement as h, type ReactNode } from 'react';
import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from 'react-email';

/** The content of a mail. React escapes the texts. */
export type Content = {
  subject: string;
  /** Preview text beside the subject in a mailbox. */
  preview: string;
  body: ReactNode[];
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string;
};
/** @param publicUrl the shop's origin, without a trailing slash */
export type Template<D> = (data: D, publicUrl: string) => Content;

/** The design tokens as values, because mail programs do not support CSS variables. */
const light = { ground: '#fcf8f1', surface: '#ffffff', text: '#17153b', quiet: '#625f7a', line: '#e8dcc9' };
const dark = { ground: '#100f24', surface: '#1d1b3a', text: '#f4efe6', quiet: '#a7a3c0', line: '#34315a' };
const BRAND = '#12154a';
const MARIGOLD = '#f5b335';

/** Colours are inline for programs that remove style sheets; this one adds the dark theme. */
const DARK_STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: ${dark.ground} !important; }
  .surface { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .link { color: #b9bff5 !important; }
  .action { background-color: ${MARIGOLD} !important; color: #17153b !important; }
}`;

const FONT = "Onest, system-ui, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif";
const text: CSSProperties = { color: light.text, fontSize: '16px', lineHeight: '24px', margin: '0 0 16px' };
const quietText: CSSProperties = { ...text, color: light.quiet, fontSize: '13px', lineHeight: '20px' };
const link: CSSProperties = { color: '#262d8c' };

/** Marks elements that are omitted from the plain text. */
const ONLY_IN_HTML = { 'data-skip-in-text': true };

export const heading = (label: string): ReactNode =>
  h(
    Heading,
    { as: 'h1', className: 'text', style: { ...text, fontSize: '26px', lineHeight: '30px', fontWeight: 700 } },
    label,
  );

export const paragraph = (...children: ReactNode[]): ReactNode =>
  h(Text, { className: 'text', style: text }, ...children);

export const remark = (...children: ReactNode[]): ReactNode =>
  h(Text, { className: 'quiet', style: quietText }, ...children);

/** A link inside a sentence. */
export const textLink = (label: string, url: string): ReactNode =>
  h(Link, { href: url, className: 'link', style: link }, label);

/** A button, with its URL as text for programs that do not show buttons. */
export const action = (label: string, url: string): ReactNode =>
  h(
    Fragment,
    null,
    h(
      Button,
      {
        href: url,
        className: 'action',
        style: {
          backgroundColor: '#262d8c',
          borderRadius: '8px',
          color: '#ffffff',
          fontSize: '16px',
          fontWeight: 600,
          margin: '8px 0 24px',
          padding: '14px 24px',
        },
      },
      label,
    ),
    h(
      Text,
      { className: 'quiet', style: quietText, ...ONLY_IN_HTML },
      'If the button does nothing, open this address: ',
      h(Link, { href: url, className: 'link', style: { ...link, wordBreak: 'break-all' } }, url),
    ),
  );

/** Wraps the content in the mail layout. @param publicUrl the shop's origin */
export const layout = ({ subject, preview, body }: Content, publicUrl: string): ReactNode =>
  h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, subject),
      h('style', null, DARK_STYLES),
    ),
    // biome-ignore lint/correctness/noChildrenProp: the component's type requires it
    h(Preview, { useTitleTag: false, children: preview }),
    h(
      Body,
      {
        className: 'ground',
        style: { backgroundColor: light.ground, fontFamily: FONT, margin: 0, padding: '24px 12px' },
      },
      h(
        Container,
        {
          className: 'surface',
          style: {
            backgroundColor: light.surface,
            border: `1px solid ${light.line}`,
            borderRadius: '16px',
            maxWidth: '560px',
          },
        },
        h(
          Section,
          {
            style: {
              backgroundColor: BRAND,
              borderBottom: `3px dashed ${MARIGOLD}`,
              borderRadius: '15px 15px 0 0',
              padding: '20px 32px',
            },
          },
          h(
            Text,
            {
              style: {
                color: '#ffffff',
                fontSize: '26px',
                fontWeight: 700,
                letterSpacing: '-0.04em',
                lineHeight: '30px',
                margin: 0,
              },
            },
            brand.name,
          ),
        ),
        h(Section, { style: { padding: '32px 32px 16px' } }, ...body),
      ),
      h(
        Container,
        { style: { maxWidth: '560px', padding: '16px 32px' } },
        h(
          Text,
          { className: 'quiet', style: { ...quietText, textAlign: 'center' } },
          h(Link, { href: publicUrl, className: 'link', style: link }, brand.name),
          `, ${brand.postalAddress}. Questions? Write to `,
          h(Link, { href: `mailto:${brand.email}`, className: 'link', style: link }, brand.email),
          '.',
        ),
      ),
    ),
  );
