import MagicString from 'magic-string';
import type { Plugin } from 'vite';

const ENDPOINTS = /\/contract\/src\/[\w/-]+\.endpoints\.ts$/;
/** What the documentation, the server and its tests read of an endpoint, and browsers do not. */
const UNUSED = new Set(['summary', 'refusals', 'area']);

/**
 * Leaves out of the browser's files what only the server reads of an endpoint, and the endpoints that no page calls: without the mark, the
 * bundler keeps all endpoints of a file, because declaring one is a call.
 */
export const slimEndpoints = (): Plugin => ({
  name: 'sokuwa:slim-endpoints',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: ENDPOINTS },
    handler(code) {
      const slim = new MagicString(code);
      for (const statement of this.parse(code).body) {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') continue;
        for (const { init } of declared.declarations) {
          if (init?.type !== 'CallExpression' || init.callee.type !== 'CallExpression') continue;
          slim.appendLeft(init.start, '/* @__PURE__ */ ');
          const [definition] = init.arguments;
          if (definition?.type !== 'ObjectExpression') continue;
          definition.properties.forEach((property, n) => {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') return;
            if (UNUSED.has(property.key.name))
              slim.remove(property.start, definition.properties[n + 1]?.start ?? property.end);
          });
        }
      }
      return { code: slim.toString(), map: slim.generateMap({ hires: true }) };
    },
  },
});
