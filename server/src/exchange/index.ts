export { type CategoriesImported, importCategories } from './category-import.service.ts';
export { type ExportRequest, exportProducts } from './export.service.ts';
export { FORMATS, type FormatName } from './format.ts';
export {
  type ExchangeOptions,
  type Imported,
  type ImportRequest,
  importProducts,
  type OnProgress,
} from './import.service.ts';
export { type FetchPicture, MOST_PICTURE_BYTES, takePictures } from './pictures.ts';
