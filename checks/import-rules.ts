import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

/** The workspaces that each workspace may import. */
export const WORKSPACES: Record<string, readonly string[]> = {
  contract: [],
  catalog: [],
  server: ['contract', 'catalog'],
  ui: [],
  web: ['contract', 'ui'],
  desk: ['contract', 'ui'],
  cli: ['contract', 'server'],
  e2e: ['contract', 'catalog', 'bench'],
  bench: ['contract', 'server', 'catalog', 'web'],
  // The list of pages is that of `npm run validate`.
  prove: ['contract', 'server', 'e2e'],
};

/** Tests may import everything in their workspace. */
const TEST_CODE = '\\.(test|suite|setup)\\.tsx?$|/testing/';

/** Rules of dependency-cruiser. In `to`, $1 stands for the first group of `from`. */
const RULES: IForbiddenRuleType[] = [
  ...Object.entries(WORKSPACES).map(([workspace, allowed]) => ({
    name: `${workspace} imports ${allowed.length > 0 ? `only ${allowed.join(', ')}` : 'no other workspace'}`,
    // The builds of web and desk share a plugin.
    from: { path: `^${workspace}/`, pathNot: '^desk/vite\\.config\\.ts$' },
    to: { path: `^(${Object.keys(WORKSPACES).join('|')})/`, pathNot: `^(${[workspace, ...allowed].join('|')})/` },
  })),
  {
    name: 'web imports only types of schemas',
    comment: 'So that the schema library stays out of the browser.',
    from: { path: '^web/', pathNot: TEST_CODE },
    to: { path: '\\.schemas\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'a server slice imports another one through its index.ts',
    comment: 'Files directly in server/src connect the slices, and may import all of a slice.',
    from: { path: '^server/src/([^/]+)/', pathNot: TEST_CODE },
    to: {
      path: '^server/src/[^/]+/',
      pathNot: ['^server/src/$1/', '^server/src/(platform|ports)/', '^server/src/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'platform and ports import no slice',
    from: { path: '^server/src/(platform|ports)/', pathNot: TEST_CODE },
    to: { path: '^server/src/[^/]+/', pathNot: '^server/src/(platform|ports)/' },
  },
  {
    name: 'a web folder imports a slice through its index.ts',
    from: { path: '^web/src/([^/]+)/', pathNot: TEST_CODE },
    to: {
      path: '^web/src/[^/]+/',
      pathNot: ['^web/src/$1/', '^web/src/(app|routes|lib)/', '^web/src/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'only app and routes of web import app and routes',
    comment: 'The generated route tree, directly in web/src, belongs to the app.',
    from: { path: '^web/src/[^/]+/', pathNot: ['^web/src/(app|routes)/', TEST_CODE] },
    to: { path: '^web/src/((app|routes)/|[^/]+$)' },
  },
  {
    name: 'lib of web imports no slice',
    from: { path: '^web/src/lib/', pathNot: TEST_CODE },
    to: { path: '^web/src/', pathNot: '^web/src/lib/' },
  },
  {
    name: 'no cycles',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'every import is found',
    comment: 'A rule cannot see an import that is not resolved. The exceptions exist only in a Vite build.',
    from: {},
    to: { couldNotResolve: true, pathNot: '\\?(url|raw)$|^(browser-build|tanstack-start-manifest):v$' },
  },
];

/**
 * Checks the imports of all workspaces. The parser is SWC, because TypeScript 7 has no JavaScript API.
 * @param folder the folder of the workspaces
 * @returns how many imports were checked, and the forbidden ones
 */
export const checkImports = async (folder: string, workspaces: readonly string[]) => {
  const { output } = await cruise([...workspaces], {
    baseDir: folder,
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|public)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
    validate: true,
    ruleSet: { forbidden: RULES.map((rule) => ({ severity: 'error', ...rule })) },
  });
  const { summary } = output as ICruiseResult;
  return {
    importCount: summary.totalDependenciesCruised ?? 0,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort(),
  };
};
