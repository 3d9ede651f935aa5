import type { OperatorCategory } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import type { Article, Banner, CategoryTile } from '@sokuwa/contract/home/home.schemas.ts';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { BACKGROUNDS, TINTS, toParagraphs } from './home.values.ts';
import { LinkField } from './link-field.tsx';
import { PictureField } from './picture-field.tsx';
import { pictureSrc } from './picture-src.ts';

export type ItemFormProps<Item> = {
  item: Item;
  /** Fields that must be filled in first. */
  missing: readonly string[];
  categories: readonly OperatorCategory[];
  isLocked: boolean;
  onChange: (item: Item) => void;
};

const MISSING_TEXT = 'Write this.';
const HEADLINE_MAX = 40;

export function BannerForm({ item, missing, categories, isLocked, onChange }: ItemFormProps<Banner>) {
  const change = (changed: Partial<Banner>) => onChange({ ...item, ...changed });
  const errorOf = (field: keyof Banner) => (missing.includes(field) ? MISSING_TEXT : undefined);
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Headline"
        maxLength={HEADLINE_MAX}
        autoComplete="off"
        disabled={isLocked}
        hint={`${item.headline.length} of ${HEADLINE_MAX} letters`}
        error={errorOf('headline')}
        value={item.headline}
        onChange={({ target }) => change({ headline: target.value })}
      />
      <LinkField
        value={item.link}
        categories={categories}
        isLocked={isLocked}
        error={errorOf('link')}
        onChange={(link) => change({ link })}
      />
      <TextField
        label="Text for those who can’t see the picture"
        maxLength={200}
        autoComplete="off"
        disabled={isLocked}
        error={errorOf('alt')}
        value={item.alt}
        onChange={({ target }) => change({ alt: target.value })}
      />
      <SelectField
        label="Text on it"
        options={BACKGROUNDS}
        disabled={isLocked}
        value={item.background}
        onChange={({ target }) => change({ background: target.value === 'dark' ? 'dark' : 'light' })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <PictureField
          label="Wide screens"
          shape="wide"
          src={pictureSrc(item.img, 400)}
          isLocked={isLocked}
          onUploaded={({ key }) => change({ img: key })}
        />
        <PictureField
          label="Phones"
          shape="tall"
          src={pictureSrc(item.img_tall, 400)}
          isLocked={isLocked}
          onUploaded={({ key, colour, background }) => change({ img_tall: key, colour, background })}
        />
      </div>
      <TextField
        label="Colour above the picture, on phones"
        type="color"
        disabled={isLocked}
        hint="A new picture sets it to the colour of its upper edge."
        className="[&_input]:w-20 [&_input]:px-1"
        value={item.colour}
        onChange={({ target }) => change({ colour: target.value })}
      />
    </div>
  );
}

export function TileForm({ item, missing, categories, isLocked, onChange }: ItemFormProps<CategoryTile>) {
  const change = (changed: Partial<CategoryTile>) => onChange({ ...item, ...changed });
  const errorOf = (field: keyof CategoryTile) => (missing.includes(field) ? MISSING_TEXT : undefined);
  const known = categories.map(({ slug, name }) => ({ value: slug, label: name }));
  const isKnown = known.some(({ value }) => value === item.slug);
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Category"
        options={isKnown ? known : [{ value: item.slug, label: 'Choose a category' }, ...known]}
        disabled={isLocked}
        error={errorOf('slug')}
        value={item.slug}
        onChange={({ target }) => change({ slug: target.value })}
      />
      <TextField
        label="Title"
        maxLength={HEADLINE_MAX}
        autoComplete="off"
        disabled={isLocked}
        error={errorOf('title')}
        value={item.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <SelectField
        label="Text on it"
        options={BACKGROUNDS}
        disabled={isLocked}
        value={item.background}
        onChange={({ target }) => change({ background: target.value === 'dark' ? 'dark' : 'light' })}
      />
      <PictureField
        label="Picture"
        shape="tile"
        src={pictureSrc(item.img, 400)}
        isLocked={isLocked}
        onUploaded={({ key, background }) => change({ img: key, background })}
      />
    </div>
  );
}

export function ArticleForm({ item, missing, categories, isLocked, onChange }: ItemFormProps<Article>) {
  const change = (changed: Partial<Article>) => onChange({ ...item, ...changed });
  const errorOf = (field: keyof Article) => (missing.includes(field) ? MISSING_TEXT : undefined);
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Title"
        maxLength={80}
        autoComplete="off"
        disabled={isLocked}
        error={errorOf('title')}
        value={item.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        label="Teaser"
        rows={2}
        maxLength={200}
        disabled={isLocked}
        error={errorOf('text')}
        value={item.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <TextArea
        label="Text"
        rows={10}
        disabled={isLocked}
        hint="An empty line begins a paragraph; at most 10, of 1,000 letters each."
        error={errorOf('paragraphs')}
        // Not controlled: what is typed has empty lines that the paragraphs do not have.
        defaultValue={item.paragraphs.join('\n\n')}
        onChange={({ target }) => change({ paragraphs: toParagraphs(target.value) })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Button"
          maxLength={40}
          autoComplete="off"
          disabled={isLocked}
          error={errorOf('link_label')}
          value={item.link_label}
          onChange={({ target }) => change({ link_label: target.value })}
        />
        <SelectField
          label="Colour"
          options={TINTS}
          disabled={isLocked}
          value={item.tint}
          onChange={({ target }) =>
            change({ tint: TINTS.find(({ value }) => value === target.value)?.value ?? 'shea' })
          }
        />
      </div>
      <LinkField
        value={item.link}
        categories={categories}
        isLocked={isLocked}
        error={errorOf('link')}
        onChange={(link) => change({ link })}
      />
      <PictureField
        label="Picture"
        shape="article"
        src={pictureSrc(item.img, 400)}
        isLocked={isLocked}
        onUploaded={({ key }) => change({ img: key })}
      />
    </div>
  );
}
