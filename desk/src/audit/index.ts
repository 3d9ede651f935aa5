export { nameAction, nameActor } from './audit.rules.ts';
export { AuditPage, type AuditSearch } from './audit-page.tsx';
