/**
 * Name, addresses and links of the shop. To rename the shop, edit only this file.
 */
export const brand = {
  name: 'Sokuwa',
  /** Used in paths: /api/{slug}-brands/. */
  slug: 'sokuwa',
  ownBrandsLabel: 'Sokuwa Brands',
  tagline: 'The largest African marketplace: foodstuffs, cloth, craft and care, delivered from Africa to your door.',
  postalAddress: '12 Broad Street, Lagos Island, Lagos',
  email: 'care@sokuwa.example',
  /** As displayed and dialled. */
  phone: '+234 700 000 0000',
  social: {
    facebook: 'https://www.facebook.com/sokuwa',
    x: 'https://x.com/sokuwa',
    linkedin: 'https://www.linkedin.com/company/sokuwa',
    whatsapp: 'https://wa.me/2340000000000',
    instagram: 'https://www.instagram.com/sokuwa',
    youtube: 'https://www.youtube.com/@sokuwa',
    tiktok: 'https://www.tiktok.com/@sokuwa',
  },
} as const;
