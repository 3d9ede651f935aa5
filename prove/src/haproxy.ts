/** The load balancer, which `npm run prove` finds or installs (scripts/haproxy.mjs). */
export const HAPROXY = process.env.HAPROXY_PROGRAM ?? 'haproxy';
