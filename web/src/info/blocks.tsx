import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { Fragment } from 'react';
import { PageLink } from '../lib/page-link.tsx';
import type { Block } from './content/page-content.ts';
import { splitAtLinks } from './linked-text.ts';

/** A text of the content files, with its links. */
export function LinkedText({ text }: { text: string }) {
  return splitAtLinks(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
    <Fragment key={index}>
      {part.href === undefined ? part.text : <TextLink href={part.href}>{part.text}</TextLink>}
    </Fragment>
  ));
}

function TextLink({ href, children }: { href: string; children: string }) {
  if (!href.startsWith('/'))
    return (
      <a href={href} className={textLinkClass}>
        {children}
      </a>
    );
  const { pathname, searchParams, hash } = new URL(href, 'https://shop.invalid');
  return (
    <PageLink
      path={pathname}
      search={Object.fromEntries(searchParams)}
      {...(hash && { hash: hash.slice(1) })}
      className={textLinkClass}
    >
      {children}
    </PageLink>
  );
}

/** Paragraphs and lists, at a line length for long texts. @param level heading level of the lists' titles */
export function Blocks({ blocks, level = 3 }: { blocks: readonly Block[]; level?: 3 | 4 }) {
  return (
    <div className="max-w-prose space-y-3 text-base text-secondary">
      {blocks.map((block) => (
        <BlockContent key={typeof block === 'string' ? block : JSON.stringify(block)} block={block} level={level} />
      ))}
    </div>
  );
}

function BlockContent({ block, level }: { block: Block; level: 3 | 4 }) {
  if (typeof block === 'string')
    return (
      <p>
        <LinkedText text={block} />
      </p>
    );
  if ('facts' in block)
    return (
      <dl className="space-y-3">
        {block.facts.map(({ term, text }) => (
          <div key={term}>
            <dt className="font-semibold text-heading">{term}</dt>
            <dd>
              <LinkedText text={text} />
            </dd>
          </div>
        ))}
      </dl>
    );
  const Title = `h${level}` as const;
  const List = 'steps' in block ? 'ol' : 'ul';
  const items = 'steps' in block ? block.steps : block.points;
  return (
    <div>
      {block.title && <Title className="mt-5 mb-2 font-semibold text-base text-heading">{block.title}</Title>}
      <List
        className={
          List === 'ol'
            ? 'list-decimal space-y-2 pl-6 marker:font-semibold marker:text-heading'
            : 'list-disc space-y-2 pl-6 marker:text-muted'
        }
      >
        {items.map((item) => (
          <li key={item} className="pl-1">
            <LinkedText text={item} />
          </li>
        ))}
      </List>
    </div>
  );
}
