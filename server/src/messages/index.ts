export { MessageFeed } from './feed.ts';
export { messageWorkers } from './messages.jobs.ts';
export { type MessageOperator, messageOperator } from './messages.operator.ts';
export { merchantMessageRoutes, messageRoutes } from './messages.routes.ts';
export { messageReaders } from './messages.service.ts';
