import {
  ASSUMPTIONS,
  calibrate,
  demandPerVisit,
  demandsOf,
  HOURLY_SHARES,
  type Plan,
  planConnections,
  planFor,
  type StationName,
  visitsPerSecond,
} from './model.ts';
import { type Measured, readResults } from './read-results.ts';
import { REQUEST_KINDS, type RequestKind } from './request-kinds.ts';
import { type SimulationResult, simulate } from './simulation.ts';

const SCENARIOS = [1e6, 1e7, 1e8];
/** Requests that are simulated in the peak hour of each scenario. */
const SIMULATED_REQUESTS = 40_000;
const SEED = 6;
const PEAK_SHARE = Math.max(...HOURLY_SHARES);
const SECONDS_PER_DAY = 86_400;

const STATION_NAMES: Record<StationName, string> = {
  main: 'nodes: main threads',
  threads: 'nodes: other threads (rendering, compression, passwords)',
  primary: 'primary',
  replica: 'replicas',
  worker: 'workers',
  line: 'line to the balancer or CDN',
};

const renderTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Two significant digits: the numbers are no more exact than that. */
const round = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en');
const percent = (share: number): string => `${Math.round(100 * share)} %`;
const formatVisits = (visits: number): string => `${round(visits / 1e6)} million`;

const renderCosts = ({ about, costs }: Measured): string =>
  [
    about,
    renderTable(
      ['request', 'node, main thread', 'node, other threads', 'worker', 'database', 'database connection', 'response'],
      Object.entries(REQUEST_KINDS).map(([kind, name]) => {
        const cost = costs[kind as RequestKind];
        const times = [cost.mainMs, cost.threadsMs, cost.workerMs, cost.databaseMs, cost.connectionMs];
        return [name, ...times.map((ms) => `${ms.toFixed(2)} ms`), `${cost.kilobytes.toFixed(1)} kB`];
      }),
    ),
  ].join('\n\n');

const renderVisit = (measured: Measured): string => {
  const visit = demandPerVisit(measured);
  const { node, database, predictedNode, predictedDatabase } = calibrate(measured);
  const { mix } = measured;
  const requests = demandsOf(measured).reduce((sum, { perVisit }) => sum + perVisit, 0);
  return [
    renderTable(
      ['one visit needs', ''],
      [
        ['requests', round(requests)],
        ['node, main thread', `${round(visit.main)} ms`],
        ['node, other threads', `${round(visit.threads)} ms`],
        ['database', `${round(visit.primary)} ms, of which a replica can take ${round(visit.catalogue)} ms`],
        ['worker', `${round(visit.worker)} ms`],
        ['line', `${round(visit.kilobytes)} kB, and ${round(visit.staticKilobytes)} kB of scripts and pictures`],
      ],
    ),
    `The caches serve ${percent(mix.cachedPages)} of the pages and ${percent(mix.cachedCalls)} of the calls that may be cached. ` +
      `The measured mix used ${mix.nodeCores.toFixed(2)} cores of nodes and ${mix.databaseCores.toFixed(2)} of the database; the sum of its requests is ` +
      `${predictedNode.toFixed(2)} and ${predictedDatabase.toFixed(2)}. So all times are multiplied by ${node.toFixed(2)} and ${database.toFixed(2)}.`,
  ].join('\n\n');
};

/** Visits a day with which a part that needs so many milliseconds for each works `maxUtilisation` of the peak hour. */
const visitsUntilFull = (milliseconds: number, servers: number): number =>
  ((1000 * servers * ASSUMPTIONS.maxUtilisation) / milliseconds) * (3600 / PEAK_SHARE);

const renderParts = (measured: Measured): string => {
  const visit = demandPerVisit(measured);
  const {
    nodeCores,
    databaseCores,
    lineMegabits,
    databaseConnections,
    poolSize,
    furtherNodeConnections,
    furtherWorkerConnections,
    streamsPerNode,
    signedInShare,
    actionsPerVisit,
    secondsPerAction,
    cdnShare,
  } = ASSUMPTIONS;
  const node = Math.min(visitsUntilFull(visit.main, 1), visitsUntilFull(visit.threads, nodeCores - 1));
  const lineMs = (kilobytes: number) => (8 * kilobytes) / lineMegabits;
  const openStreams = signedInShare * actionsPerVisit * secondsPerAction;
  const connectionsOfNode = poolSize + furtherNodeConnections;
  const connectionsOfWorker = poolSize + furtherWorkerConnections;
  const nodesByConnections = Math.floor((databaseConnections - connectionsOfWorker) / connectionsOfNode);
  return renderTable(
    ['one', 'carries so many visits a day'],
    [
      [`node of ${nodeCores} cores`, formatVisits(node)],
      [
        `node, by its ${streamsPerNode.toLocaleString('en')} event streams`,
        formatVisits((streamsPerNode / openStreams) * (3600 / PEAK_SHARE)),
      ],
      [
        `primary of ${databaseCores} cores, without replicas`,
        formatVisits(visitsUntilFull(visit.primary, databaseCores)),
      ],
      [
        'primary whose catalogue is read from replicas',
        formatVisits(visitsUntilFull(visit.primary - visit.catalogue, databaseCores)),
      ],
      [
        `primary, by ${databaseConnections} connections: ${nodesByConnections} nodes with ${connectionsOfNode} and a worker with ${connectionsOfWorker}`,
        formatVisits(nodesByConnections * node),
      ],
      ['worker of one core', formatVisits(visitsUntilFull(visit.worker, 1))],
      [
        `line of ${lineMegabits / 1000} Gbit/s, without a CDN`,
        formatVisits(visitsUntilFull(lineMs(visit.kilobytes + visit.staticKilobytes), 1)),
      ],
      [
        `line of ${lineMegabits / 1000} Gbit/s, behind a CDN`,
        formatVisits(visitsUntilFull(lineMs(visit.kilobytes + (1 - cdnShare) * visit.staticKilobytes), 1)),
      ],
    ],
  );
};

const simulatePeak = ({ stations, flows, visitsPerDay }: Plan): SimulationResult<StationName> => {
  const peakFlows = flows(visitsPerSecond(visitsPerDay, PEAK_SHARE));
  const seconds = SIMULATED_REQUESTS / peakFlows.reduce((sum, { perSecond }) => sum + perSecond, 0);
  return simulate({ stations, flows: peakFlows, seconds, seed: SEED });
};

const renderScenario = (measured: Measured, visitsPerDay: number): string => {
  const plan = planFor(measured, visitsPerDay);
  const { stations, p99ByKind } = simulatePeak(plan);
  const used = (Object.keys(STATION_NAMES) as StationName[]).filter((name) => name !== 'replica' || plan.usesReplicas);
  const meanShare = 1 / HOURLY_SHARES.length / PEAK_SHARE;
  const lowestShare = Math.min(...HOURLY_SHARES) / PEAK_SHARE;
  const rows = used.map((name) => {
    const { utilisation, p99Ms } = stations[name];
    const { instances, servers } = plan.stations[name];
    return [
      STATION_NAMES[name],
      servers > 1 ? `${instances} with ${servers} cores` : instances,
      percent(utilisation * lowestShare),
      percent(utilisation * meanShare),
      percent(utilisation),
      `${round(p99Ms)} ms`,
    ];
  });
  const requests = plan
    .flows(visitsPerSecond(visitsPerDay, PEAK_SHARE))
    .reduce((sum, { perSecond }) => sum + perSecond, 0);
  const kinds = ['page, cached', 'page, rendered', 'list', 'search', 'cart, changed', 'order', 'login'];
  const slow = kinds.map((kind) => `${kind} ${round(p99ByKind.get(kind) ?? 0)} ms`);
  return [
    `### ${visitsPerDay / 1e6} million visits a day`,
    `${round(visitsPerDay / SECONDS_PER_DAY)} visits a second on average, ${round(visitsPerSecond(visitsPerDay, PEAK_SHARE))} in the peak hour, with ${round(requests)} requests a second that reach the nodes` +
      `${plan.usesCdn ? ' behind a CDN' : ', without a CDN'}.`,
    renderTable(
      ['part', 'number', 'work at night', 'on average', 'in the peak hour', '99th percentile of waiting and work'],
      rows,
    ),
    `99th percentile of whole responses in the peak hour: ${slow.join(', ')}.`,
    renderConnections(measured, plan),
  ].join('\n\n');
};

/** How many connections to the primary a plan needs, and whether one PostgreSQL allows them. */
const renderConnections = (measured: Measured, plan: Plan): string => {
  const { busy, openByDefault, smallestPoolSize, openWithSmallestPool } = planConnections(measured, plan);
  const { databaseConnections } = ASSUMPTIONS;
  const isEnough = openByDefault <= databaseConnections;
  const sentences = [
    `Of the connections to ${plan.stations.primary.instances > 1 ? 'the primaries' : 'the primary'}, ${round(busy)} are busy on average in the peak hour.`,
    `Nodes and workers open up to ${openByDefault.toLocaleString('en')} to each primary, ${isEnough ? 'not more' : 'more'} than the ${databaseConnections} that PostgreSQL allows.`,
  ];
  if (!isEnough) {
    const open = `With \`DATABASE_CONNECTIONS=${smallestPoolSize}\`, which is enough, they open up to ${openWithSmallestPool.toLocaleString('en')}`;
    sentences.push(
      openWithSmallestPool <= databaseConnections
        ? `${open}.`
        : `${open}, so \`max_connections\` must be raised. Most of them only listen or wait.`,
    );
  }
  return sentences.join(' ');
};

const MARK = /(<!-- (\w+): npm run capacity -->\n)[\s\S]*?(<!-- end -->)/g;

/**
 * Renders the computed parts of docs/capacity.md.
 * @param document its present text @param results the text of bench/results.md
 * @returns the text with every computed part replaced
 */
export const renderCapacity = (document: string, results: string): string => {
  const measured = readResults(results);
  const parts: Record<string, () => string> = {
    costs: () => renderCosts(measured),
    visit: () => renderVisit(measured),
    parts: () => renderParts(measured),
    scenarios: () => SCENARIOS.map((visits) => renderScenario(measured, visits)).join('\n\n'),
  };
  return document.replace(MARK, (_, start: string, name: string, end: string) => {
    const render = parts[name];
    if (!render) throw new Error(`docs/capacity.md has an unknown part "${name}"`);
    return `${start}\n${render()}\n\n${end}`;
  });
};
