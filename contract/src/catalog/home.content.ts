/**
 * Banners and tiles of the home page, with the fixed media keys of their pictures. Pictures are cached forever, so a changed
 * picture needs a new key.
 */
export type Banner = {
  id: string;
  /** Media key of the 5:2 picture for wide screens; the square one for phones ends in -tall. */
  img: string;
  alt: string;
  headline: string;
  /** Brightness of the background: dark text on light, white text on dark. */
  background: 'light' | 'dark';
};

export const BANNERS: readonly Banner[] = [
  {
    id: 'fabrics',
    img: 'banners/fabrics',
    alt: 'Folded and rolled ankara cloth beside a teal kaftan',
    headline: 'Ankara by the yard',
    background: 'dark',
  },
  {
    id: 'deals',
    img: 'banners/deals',
    alt: 'Groundnut oil, ground crayfish, wild honey and a kente cloth',
    headline: 'Hot deals, going fast',
    background: 'dark',
  },
  {
    id: 'crafts',
    img: 'banners/crafts',
    alt: 'Coiled baskets, a carved calabash and a djembe',
    headline: 'Made by hand',
    background: 'light',
  },
  {
    id: 'kitchen',
    img: 'banners/kitchen',
    alt: 'A mortar and pestle, enamel bowls and a patterned cushion',
    headline: 'Set a generous table',
    background: 'dark',
  },
  {
    id: 'beauty',
    img: 'banners/beauty',
    alt: 'Moringa and hibiscus oils, shea butter and black soap',
    headline: 'Shea, black soap, hibiscus',
    background: 'light',
  },
  {
    id: 'delivery',
    img: 'banners/delivery',
    alt: 'Parcels closed with woven and printed tape',
    headline: 'From the market to your door',
    background: 'dark',
  },
  {
    id: 'adire',
    img: 'banners/adire',
    alt: 'Indigo adire cloth as a kaftan, a tote, a cushion and folded lengths',
    headline: 'New in: indigo adire',
    background: 'light',
  },
  {
    id: 'foodstuffs',
    img: 'banners/foodstuffs',
    alt: 'Palm oil, tomatoes, egusi, garri, beans and plantain on a market table',
    headline: 'Garri, egusi, palm oil',
    background: 'light',
  },
];

/**
 * The landing hero above the banners. The banner with the same picture comes last, so that both are rarely visible
 * together.
 */
export const HERO = {
  headline: 'African Foodstuffs & Groceries',
  img: 'banners/foodstuffs',
  alt: 'Palm oil, tomatoes, egusi, garri, beans and plantain on a market table',
} as const;

/** The category tiles (HOME-21), by the slugs of the demo market's categories. */
export const CATEGORY_TILES = [
  { slug: 'food', title: 'African Foods', img: 'tiles/food', background: 'light' },
  { slug: 'home', title: 'Home and Kitchen', img: 'tiles/home', background: 'dark' },
  { slug: 'arts', title: 'African Arts and Crafts', img: 'tiles/arts', background: 'light' },
  { slug: 'fashion', title: 'African Fashion', img: 'tiles/fashion', background: 'dark' },
] as const;
