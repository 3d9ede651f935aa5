import { brand } from '../brand.ts';
import { SELLER_SITE_LINK } from './home.rules.ts';
import type { Article, Banner, CategoryTile, HomeContent } from './home.schemas.ts';

/**
 * The built-in content of the home page, which shows while operators have published nothing else. Its pictures have fixed media keys.
 * Pictures are cached forever, so a changed picture needs a new key.
 */
const banners: Banner[] = [
  {
    id: 'fabrics',
    img: 'banners/fabrics-wide',
    img_tall: 'banners/fabrics-tall',
    alt: 'Folded and rolled ankara cloth beside a teal kaftan',
    headline: 'Ankara by the yard',
    background: 'dark',
    colour: '#ae1852',
    link: '/product/list/3?section=productCategory&categoryId=3&page=1',
  },
  {
    id: 'deals',
    img: 'banners/deals-wide',
    img_tall: 'banners/deals-tall',
    alt: 'Groundnut oil, ground crayfish, wild honey and a kente cloth',
    headline: 'Hot deals, going fast',
    background: 'dark',
    colour: '#cb3a1e',
    link: '/product/list?section=hotDeals&page=1',
  },
  {
    id: 'crafts',
    img: 'banners/crafts-wide',
    img_tall: 'banners/crafts-tall',
    alt: 'Coiled baskets, a carved calabash and a djembe',
    headline: 'Made by hand',
    background: 'light',
    colour: '#edca99',
    link: '/product/list/2?section=productCategory&categoryId=2&page=1',
  },
  {
    id: 'kitchen',
    img: 'banners/kitchen-wide',
    img_tall: 'banners/kitchen-tall',
    alt: 'A mortar and pestle, enamel bowls and a patterned cushion',
    headline: 'Set a generous table',
    background: 'dark',
    colour: '#127170',
    link: '/product/list/4?section=productCategory&categoryId=4&page=1',
  },
  {
    id: 'beauty',
    img: 'banners/beauty-wide',
    img_tall: 'banners/beauty-tall',
    alt: 'Moringa and hibiscus oils, shea butter and black soap',
    headline: 'Shea, black soap, hibiscus',
    background: 'light',
    colour: '#fcc7c9',
    link: '/product/list/5?section=productCategory&categoryId=5&page=1',
  },
  {
    id: 'delivery',
    img: 'banners/delivery-wide',
    img_tall: 'banners/delivery-tall',
    alt: 'Parcels closed with woven and printed tape',
    headline: 'From the market to your door',
    background: 'dark',
    colour: '#1e2577',
    link: '/product/list?section=productList&page=1',
  },
  {
    id: 'adire',
    img: 'banners/adire-wide',
    img_tall: 'banners/adire-tall',
    alt: 'Indigo adire cloth as a kaftan, a tote, a cushion and folded lengths',
    headline: 'New in: indigo adire',
    background: 'light',
    colour: '#dacff3',
    link: '/product/list/3?section=productCategory&categoryId=3&page=1',
  },
  {
    id: 'foodstuffs',
    img: 'banners/foodstuffs-wide',
    img_tall: 'banners/foodstuffs-tall',
    alt: 'Palm oil, tomatoes, egusi, garri, beans and plantain on a market table',
    headline: 'Garri, egusi, palm oil',
    background: 'light',
    colour: '#fcc04a',
    link: '/product/list?section=productList&page=1',
  },
];

/**
 * The landing hero above the banners. The built-in banner with the same picture comes last, so that both are rarely visible
 * together.
 */
export const HERO = {
  headline: 'African Foodstuffs & Groceries',
  img: 'banners/foodstuffs',
  alt: 'Palm oil, tomatoes, egusi, garri, beans and plantain on a market table',
} as const;

/** The category tiles (HOME-21), by the slugs of the demo market's categories. */
const tiles: CategoryTile[] = [
  { slug: 'food', title: 'African Foods', img: 'tiles/food', background: 'light' },
  { slug: 'home', title: 'Home and Kitchen', img: 'tiles/home', background: 'dark' },
  { slug: 'arts', title: 'African Arts and Crafts', img: 'tiles/arts', background: 'light' },
  { slug: 'fashion', title: 'African Fashion', img: 'tiles/fashion', background: 'dark' },
];

const articles: Article[] = [
  {
    id: 'open-a-stall',
    title: 'Open a stall the whole world can walk past',
    text: 'List what you make or trade, price it in naira, and let shoppers far beyond your town find it.',
    img: '/home/open-a-stall.webp',
    tint: 'indigo',
    paragraphs: [
      `A good stall stands where people pass. On ${brand.name} they pass from many countries: each sees your price in naira, and beside it what that is in their own money.`,
      'Opening one takes an afternoon. Make a seller account on our seller site, tell us the name of your store and where you trade from, and list your first goods: a clear title, an honest weight, daylight pictures from the front and close up, and how many you have.',
      'Weight and stock deserve the most care. Weight decides what delivery costs the buyer, and a stock figure that is right means that nobody pays for a basket you sold this morning.',
      'Questions from shoppers reach you as messages about the very product they are looking at. Sellers who answer within the day sell more.',
    ],
    link_label: 'Start Selling',
    link: SELLER_SITE_LINK,
  },
  {
    id: 'honey-beans',
    title: 'Did you know? Honey beans bring their own sweetness',
    text: 'Ẹ̀wà olóyin is softer and sweeter than other brown beans. Here is how to tell it apart.',
    img: '/home/honey-beans.webp',
    tint: 'marigold',
    paragraphs: [
      'Ẹ̀wà olóyin means honey beans: a small brown cowpea, loved across Nigeria for a sweetness that needs no sugar and a texture that turns creamy in the pot.',
      'To tell it apart, look for small, rounded beans of an even, light honey brown with a pale eye. Larger, redder or mottled beans are another kind; they are good too, but take longer and taste plainer.',
      'Pick the beans over, rinse them, and boil them gently in plenty of water until a bean gives between two fingers. Salt goes in near the end, since salted water keeps the skins hard. Then palm oil, onion and ground pepper make ẹ̀wà rírò; mashed soft, with a dark pepper sauce, it is ẹ̀wà àgànyìn.',
      'Kept dry in a closed jar with a few dried chillies, they hold for months.',
    ],
    link_label: 'Shop honey beans',
    link: '/product/list?section=searchQuery&query=honey+beans&page=1',
  },
];

export const DEFAULT_HOME: HomeContent = { banners, tiles, articles };
