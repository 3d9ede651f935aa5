export { type Sandbox, sandboxRoutes } from './sandbox.routes.ts';
