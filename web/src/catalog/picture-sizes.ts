/** `sizes` of the pictures of cards, in lists beside the sidebar. */
export const LIST_SIZES = '(min-width: 1280px) 240px, (min-width: 768px) 30vw, 45vw';
/** `sizes` of the large picture of a product. */
export const GALLERY_SIZES = '(min-width: 1320px) 600px, (min-width: 1024px) 50vw, 100vw';
/** `sizes` of the cover of a store. */
export const COVER_SIZES = '(min-width: 1320px) 1256px, 94vw';
