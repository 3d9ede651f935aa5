export { MessageFeed } from './feed.ts';
export { messageWorks } from './messages.jobs.ts';
export { merchantMessageRoutes, messageRoutes } from './messages.routes.ts';
export { selectAll as selectCorrespondence } from './messages.sql.ts';
