const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** The distinct web addresses that the HTML of a mail links to, in order. */
export const linksIn = (html: string): string[] => {
  const found = [...html.matchAll(/\shref="(https?:[^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity),
  );
  return [...new Set(found)];
};
