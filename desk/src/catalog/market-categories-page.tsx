import { useQuery } from '@tanstack/react-query';
import { FolderTree, Plus, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { categoriesQuery } from './categories.queries.ts';
import { NameDialog } from './category-dialogs.tsx';
import { CategoryTree } from './category-tree.tsx';
import { toTree, visibleRows } from './tree.rules.ts';

/** The categories of the shop as a tree. */
export function CategoriesPage({
  search,
  isWritable,
  onSearch,
}: {
  search: string;
  isWritable: boolean;
  onSearch: (search: string) => void;
}) {
  const categories = useQuery(categoriesQuery);
  const roots = useMemo(() => toTree(categories.data?.results ?? []), [categories.data]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const rows = visibleRows(roots, open, search);
  const toggle = (key: string, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(key);
    else next.delete(key);
    setOpen(next);
  };
  return (
    <>
      <div className="flex items-center gap-2 py-3">
        <SearchField label="Find a category" placeholder="A part of the name" value={search} onChange={onSearch} />
      </div>
      <Panel
        title="Categories"
        aside={
          isWritable && (
            <Button variant="text" size="sm" className="ml-auto" icon={<Plus />} onClick={() => setAdding(true)}>
              Add a category
            </Button>
          )
        }
      >
        {isWritable && rows.length > 0 && (
          <p className="px-4 pb-2 text-muted text-xs">
            Drag, or press Space on a handle and move with the arrow keys. Products move along; addresses stay.
          </p>
        )}
        {categories.isPending && <LoadingRows label="Loading categories" />}
        {categories.isError && !categories.data && (
          <ErrorPanel what="Categories" error={categories.error} onRetry={() => void categories.refetch()} />
        )}
        {categories.data && rows.length === 0 && search !== '' && (
          <EmptyPanel
            picture="search"
            icon={Search}
            title="No category matches"
            action={<Button onClick={() => onSearch('')}>Clear the search</Button>}
          >
            No category has “{search}” in its name.
          </EmptyPanel>
        )}
        {categories.data && roots.length === 0 && (
          <EmptyPanel picture="orders" icon={FolderTree} title="No categories yet">
            A product needs a place: a category, a sub-category in it, and a sub-item in that.
          </EmptyPanel>
        )}
        {rows.length > 0 && (
          <CategoryTree
            roots={roots}
            rows={rows}
            isOpen={(node) => search.trim() !== '' || open.has(node.key)}
            canToggle={search.trim() === ''}
            isWritable={isWritable}
            onToggle={toggle}
          />
        )}
      </Panel>
      {isAdding && <NameDialog onClose={() => setAdding(false)} />}
    </>
  );
}
