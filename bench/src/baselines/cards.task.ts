/** A task: render the cards repeatedly, for some seconds. */
export type CardsTask = { seconds: number };
/** The number of rendered lists, and the numbers of cards and add buttons in each. */
export type CardsResult = { requests: number; seconds: number; cards: number; buttons: number };
