export { type Metrics, openMetrics, serveMetrics } from './metrics.ts';
