export { AuditPage, type AuditSearch } from './audit-page.tsx';
