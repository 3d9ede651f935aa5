import { Link, type LinkComponentProps } from '@tanstack/react-router';

type PageLinkProps = Omit<LinkComponentProps<'a'>, 'to' | 'params' | 'search' | 'hash'> & {
  /** A path of the shop without parameters. */
  path: string;
  search?: Record<string, string>;
  /** Id of an element in the page. */
  hash?: string;
};

/** A link to a plain path, for menus that are defined as data. */
export function PageLink({ path, search = {}, ...rest }: PageLinkProps) {
  return <Link to={path} search={search} {...rest} />;
}
