/** Render the cards for so long. */
export type CardsOrder = { seconds: number };
/** Lists rendered a second, and how many cards one of them had. */
export type CardsAnswer = { rate: number; cards: number };
