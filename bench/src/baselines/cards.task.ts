/** Render the cards for so long. */
export type CardsOrder = { seconds: number };
/** Lists rendered, and how many cards one of them had. */
export type CardsAnswer = { requests: number; seconds: number; cards: number };
