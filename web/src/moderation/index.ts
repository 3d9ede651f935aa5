export { ReportProduct } from './report-product.tsx';
