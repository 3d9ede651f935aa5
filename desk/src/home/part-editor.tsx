import type { HomeContent } from '@sokuwa/contract/home/home.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { categoriesQuery } from '../catalog/index.ts';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { type SortableItem, SortableList } from '../ui/sortable-list.tsx';
import { type HomePart, type Missing, PART_NAMES } from './home.values.ts';
import { ArticleForm, BannerForm, type ItemFormProps, TileForm } from './item-forms.tsx';
import { ArticlePreview, BannerPreview, TilePreview } from './item-previews.tsx';
import { pictureSrc } from './picture-src.ts';

const LIST_NAMES: Record<HomePart, string> = { banners: 'Banners', tiles: 'Tiles', articles: 'Articles' };

/** The items of one part: their order, the form of one of them, and how it looks. */
export function PartEditor({
  part,
  index: wantedIndex,
  content,
  missing,
  isLocked,
  onChange,
  onOpen,
}: {
  part: HomePart;
  /** Of the item that is edited. */
  index: number;
  content: HomeContent;
  missing: readonly Missing[];
  isLocked: boolean;
  onChange: (content: HomeContent) => void;
  onOpen: (index: number) => void;
}) {
  const { data: categories } = useQuery(categoriesQuery);
  const form = useRef<HTMLDivElement>(null);
  const index = Math.min(wantedIndex, content[part].length - 1);
  // On phones the form is below the list: whoever opens an item is taken there.
  const lastIndex = useRef(index);
  useEffect(() => {
    if (index === lastIndex.current) return;
    lastIndex.current = index;
    form.current?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  const keys = content[part].map((item) => ('id' in item ? item.id : item.slug + item.img));
  const items = content[part].map((item, place): SortableItem => {
    const name = 'headline' in item ? item.headline : item.title;
    return {
      key: keys[place] ?? '',
      name: `${PART_NAMES[part].toLowerCase()} ${place + 1}`,
      content: (
        <button
          type="button"
          aria-current={place === index || undefined}
          className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 text-left"
          onClick={() => onOpen(place)}
        >
          <img
            src={pictureSrc(item.img, 400)}
            alt=""
            className={`rounded-[6px_6px_14px_6px] object-cover ${part === 'banners' ? 'aspect-5/2 w-20 lg:w-28' : 'size-12'}`}
          />
          <span className="min-w-0 flex-1 font-semibold text-heading">{name || 'Without a text'}</span>
        </button>
      ),
    };
  });
  const move = (order: string[]) => {
    const open = keys[index];
    // A new order of the same items, so the part keeps its type.
    const sorted = order.map((key) => content[part][keys.indexOf(key)]);
    onChange({ ...content, [part]: sorted });
    if (open !== undefined && order.indexOf(open) !== index) {
      lastIndex.current = order.indexOf(open);
      onOpen(order.indexOf(open));
    }
  };
  const replace = (item: unknown) =>
    onChange({ ...content, [part]: content[part].map((one, place) => (place === index ? item : one)) });
  const shared = {
    missing: missing.filter((one) => one.part === part && one.index === index).map(({ field }) => field),
    categories: categories?.results ?? [],
    isLocked,
  };
  const { form: fields, preview } = renderItem(part, content, index, { ...shared, onChange: replace }, keys[index]);
  return (
    <Columns isEven>
      <PanelStack>
        <Panel title={LIST_NAMES[part]}>
          {!isLocked && (
            <p className="px-4 pb-2 text-muted text-xs">
              Drag, or press Space on a handle and move with the arrow keys. Visitors see them in this order.
            </p>
          )}
          <SortableList
            label={LIST_NAMES[part]}
            items={items}
            currentKey={keys[index]}
            isLocked={isLocked}
            onMove={move}
          />
        </Panel>
        <div ref={form} tabIndex={-1} className="scroll-mt-16 outline-hidden">
          <Panel title={`${PART_NAMES[part]} ${index + 1}`} isPadded>
            {fields}
          </Panel>
        </div>
      </PanelStack>
      <Panel title="How it looks" isPadded className="lg:sticky lg:top-20">
        {preview}
      </Panel>
    </Columns>
  );
}

/** @param key another item is another form */
const renderItem = (
  part: HomePart,
  { banners, tiles, articles }: HomeContent,
  index: number,
  props: Omit<ItemFormProps<unknown>, 'item'>,
  key: string | undefined,
): { form: ReactNode; preview: ReactNode } => {
  const [banner, tile, article] = [banners[index], tiles[index], articles[index]];
  if (part === 'banners' && banner)
    return {
      form: <BannerForm key={key} item={banner} {...props} />,
      preview: <BannerPreview banner={banner} />,
    };
  if (part === 'tiles' && tile)
    return { form: <TileForm key={index} item={tile} {...props} />, preview: <TilePreview tile={tile} /> };
  if (part === 'articles' && article)
    return {
      form: <ArticleForm key={key} item={article} {...props} />,
      preview: <ArticlePreview article={article} />,
    };
  return { form: null, preview: null };
};
