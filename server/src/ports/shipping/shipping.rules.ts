import table from './table.json' with { type: 'json' };

export type Parcel = {
  grams: number;
  /** Length, width and height of the box. */
  centimetres: [number, number, number];
};

type Box = { upToGrams: number; centimetres: number[] };
type Zone = (typeof table.zones)[number];

const parcelOf = (grams: number, { centimetres: [length = 0, width = 0, height = 0] }: Box): Parcel => ({
  grams,
  centimetres: [length, width, height],
});

/**
 * Packs goods into boxes: as many of the largest as they fill, and the rest into the smallest that fits. Only weights are
 * known, so goods are treated as divisible (docs/decisions/checkout-totals.md).
 * @param grams total weight, an integer
 * @returns undefined above the maximum of one shipment
 */
export const packInBoxes = (grams: number): Parcel[] | undefined => {
  if (grams > table.maxKilograms * 1000) return undefined;
  const largest = table.boxes.at(-1);
  if (!largest) throw new Error('table.json has no boxes');
  const fullParcels = Array.from({ length: Math.floor(grams / largest.upToGrams) }, () =>
    parcelOf(largest.upToGrams, largest),
  );
  const remainingGrams = grams % largest.upToGrams;
  // Goods without weight still need a box.
  if (remainingGrams === 0 && fullParcels.length > 0) return fullParcels;
  const box = table.boxes.find(({ upToGrams }) => remainingGrams <= upToGrams) ?? largest;
  return [...fullParcels, parcelOf(Math.max(remainingGrams, 1), box)];
};

/**
 * The charged weight of a parcel: the higher of actual and volumetric weight (L×W×H cm ÷ 5000), rounded up to half a
 * kilogram (the rule of DHL Express).
 * @returns grams
 */
export const chargedGrams = ({ grams, centimetres: [length, width, height] }: Parcel): number => {
  const volumetric = Math.ceil((length * width * height * 1000) / table.cubicCentimetresPerKilogram);
  return Math.ceil(Math.max(grams, volumetric) / table.stepGrams) * table.stepGrams;
};

/** The zone of a country; undefined when it is not served. */
export const zoneOf = (countryCode: string): Zone | undefined => {
  if (table.notServed.includes(countryCode)) return undefined;
  const findZone = (code: string) => table.zones.find(({ countries }) => countries.includes(code));
  return findZone(countryCode) ?? findZone('*');
};

/**
 * The price of a charged weight in a zone: the first half kilogram, then each further half at the price of its band, so
 * that more weight never costs less.
 * @returns US cents
 */
export const priceOf = (zone: Zone, grams: number): number => {
  let cents = zone.firstCents;
  let from = table.stepGrams;
  for (const { upToKilograms, stepCents } of zone.bands) {
    const to = Math.min(grams, upToKilograms * 1000);
    if (to > from) cents += ((to - from) / table.stepGrams) * stepCents;
    from = Math.max(from, upToKilograms * 1000);
  }
  return cents;
};
