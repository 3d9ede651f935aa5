/**
 * The colour that each banner's square picture ends in at its top. On phones the picture stands at the foot of the
 * frame, and the wall goes on above it, behind the words.
 */
const WALLS: Record<string, string> = {
  foodstuffs: 'bg-[#fcc04a]',
  fabrics: 'bg-[#ae1852]',
  deals: 'bg-[#cb3a1e]',
  crafts: 'bg-[#edca99]',
  kitchen: 'bg-[#127170]',
  beauty: 'bg-[#fcc7c9]',
  delivery: 'bg-[#1e2577]',
  adire: 'bg-[#dacff3]',
};

/** The class of the ground behind a banner's picture. */
export const bannerWall = (bannerId: string): string => WALLS[bannerId] ?? 'bg-quiet';
