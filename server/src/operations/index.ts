export { type Metrics, openMetrics, serveMetrics, type Watched } from './metrics.ts';
