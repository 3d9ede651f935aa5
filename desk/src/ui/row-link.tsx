import { type LinkComponent, type LinkProps, useRouter } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type MouseEvent, useMemo } from 'react';

type RowLinkProps = Pick<LinkProps, 'to' | 'params' | 'search'> & AnchorHTMLAttributes<HTMLAnchorElement>;

function PlainRowLink({ to, params, search, children, ...rest }: RowLinkProps) {
  const router = useRouter();
  const key = JSON.stringify([to, params, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has what the address is made from
  const { link, href } = useMemo(() => {
    const made = { to, params, search } as LinkProps;
    return { link: made, href: router.history.createHref(router.buildLocation(made).publicHref) };
  }, [router, key]);
  // It is loaded again, and fails, when it is opened.
  const preload = () => void router.preloadRoute(link).catch(() => undefined);
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate(link);
  };
  return (
    <a {...rest} href={href} onClick={open} onMouseEnter={preload} onTouchStart={preload} onFocus={preload}>
      {children}
    </a>
  );
}

/**
 * A link in a row of a long list, to an absolute address. It is never the current page, so it does not depend on where the desk is: the router's
 * own links are all computed again at each move.
 */
export const RowLink = PlainRowLink as unknown as LinkComponent<'a'>;
