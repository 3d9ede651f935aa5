/**
 * The colour at the top of each banner's square picture. On phones the picture is at the bottom of the frame, and this colour continues
 * above it, behind the text.
 */
const BACKGROUNDS: Record<string, string> = {
  foodstuffs: 'bg-[#fcc04a]',
  fabrics: 'bg-[#ae1852]',
  deals: 'bg-[#cb3a1e]',
  crafts: 'bg-[#edca99]',
  kitchen: 'bg-[#127170]',
  beauty: 'bg-[#fcc7c9]',
  delivery: 'bg-[#1e2577]',
  adire: 'bg-[#dacff3]',
};

/** The background class of a banner. */
export const bannerBackground = (bannerId: string): string => BACKGROUNDS[bannerId] ?? 'bg-quiet';
