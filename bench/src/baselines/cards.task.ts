/** Render the cards again and again, for some seconds. */
export type CardsTask = { seconds: number };
/** How many lists were rendered, and how many cards with their add buttons each had. */
export type CardsResult = { requests: number; seconds: number; cards: number; buttons: number };
