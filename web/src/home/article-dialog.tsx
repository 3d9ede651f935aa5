import { brand } from '@sokuwa/contract/brand.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { searchLink } from '../lib/links.ts';
import { SellerLink } from '../lib/seller-link.tsx';

export type ArticleId = 'open-a-stall' | 'honey-beans';

type Article = { title: string; paragraphs: readonly string[]; action: (close: () => void) => ReactNode };

const ARTICLES: Record<ArticleId, Article> = {
  'open-a-stall': {
    title: 'Open a stall the whole world can walk past',
    paragraphs: [
      `A good stall stands where people pass. On ${brand.name} they pass from many countries: each sees your price in naira, and beside it what that is in their own money.`,
      'Opening one takes an afternoon. Make a seller account on our seller site, tell us the name of your store and where you trade from, and list your first goods: a clear title, an honest weight, daylight pictures from the front and close up, and how many you have.',
      'Weight and stock deserve the most care. Weight decides what delivery costs the buyer, and a stock figure that is right means that nobody pays for a basket you sold this morning.',
      'Questions from shoppers reach you as messages about the very product they are looking at. Sellers who answer within the day sell more.',
    ],
    action: (close) => (
      <SellerLink className={buttonClass()} onClick={close}>
        Start Selling
        <ArrowUpRight className="size-5" />
      </SellerLink>
    ),
  },
  'honey-beans': {
    title: 'Did you know? Honey beans bring their own sweetness',
    paragraphs: [
      'Ẹ̀wà olóyin means honey beans: a small brown cowpea, loved across Nigeria for a sweetness that needs no sugar and a texture that turns creamy in the pot.',
      'To tell it apart, look for small, rounded beans of an even, light honey brown with a pale eye. Larger, redder or mottled beans are another kind; they are good too, but take longer and taste plainer.',
      'Pick the beans over, rinse them, and boil them gently in plenty of water until a bean gives between two fingers. Salt goes in near the end, since salted water keeps the skins hard. Then palm oil, onion and ground pepper make ẹ̀wà rírò; mashed soft, with a dark pepper sauce, it is ẹ̀wà àgànyìn.',
      'Kept dry in a closed jar with a few dried chillies, they hold for months.',
    ],
    action: (close) => (
      <Link {...searchLink('honey beans')} className={buttonClass()} onClick={close}>
        Shop honey beans
      </Link>
    ),
  },
};

/** The dialog of an article. */
export function ArticleDialog({ id, open, onClose }: { id: ArticleId; open: boolean; onClose: () => void }) {
  const { title, paragraphs, action } = ARTICLES[id];
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {action(onClose)}
        </>
      }
    >
      <div className="grid gap-3 text-secondary">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Dialog>
  );
}
