const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** The web addresses that a mail's HTML links to, each once, in their order. */
export const linksIn = (html: string): string[] => {
  const found = [...html.matchAll(/\shref="(https?:[^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity),
  );
  return [...new Set(found)];
};
