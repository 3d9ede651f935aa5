import multipart from '@fastify/multipart';
import { PICTURE_MEGABYTES } from '@sokuwa/contract/account/account.rules.ts';
import { MAX_IMPORT_MEGABYTES } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, refuseTooMany, sendRefusal } from './refusal.ts';

const MEGABYTE = 1024 * 1024;
const FORM_LIMITS = { files: 1, fields: 10, fieldSize: 1000, fieldNameSize: 100, headerPairs: 20 };

/** What file a form has. */
type UploadKind = { maxBytes: number; invalid: RefusalCode; tooLarge: RefusalCode };

export const UPLOADS = {
  picture: { maxBytes: PICTURE_MEGABYTES * MEGABYTE, invalid: 'picture_invalid', tooLarge: 'picture_too_large' },
  productFile: {
    maxBytes: MAX_IMPORT_MEGABYTES * MEGABYTE,
    invalid: 'import_file_invalid',
    tooLarge: 'import_file_too_large',
  },
} as const satisfies Record<string, UploadKind>;

/** Limited, because forms are held in memory. */
const MAX_CONCURRENT_FORMS = 8;

/** Retry-After for a sender whose last upload is still arriving. */
const RETRY_AFTER_SECONDS = 5;

/** Reads the file of a form. @returns it under its field name */
const readForm = async (request: FastifyRequest): Promise<Record<string, File>> => {
  const form: Record<string, File> = {};
  for await (const part of request.parts())
    if (part.type === 'file')
      form[part.fieldname] = new File([new Uint8Array(await part.toBuffer())], part.filename ?? '');
  if (Object.keys(form).length === 0) throw new Error('There is no file in the form.');
  return form;
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';

/**
 * Lets the routes of this scope accept multipart/form-data with one file. Their body is then the file, under its
 * field name. Refuses too large forms as soon as the limit is reached, malformed forms, too many concurrent forms, and
 * a second concurrent form of the same account or merchant, so that slow uploads of one do not block others. Register it
 * after the authentication.
 */
export const acceptUploads = async (
  scope: FastifyInstance,
  { maxBytes, invalid, tooLarge }: UploadKind,
  identifyOwner: (request: FastifyRequest) => string | undefined,
): Promise<void> => {
  await scope.register(multipart, { limits: { ...FORM_LIMITS, fileSize: maxBytes } });
  let reading = 0;
  const uploading = new Set<string | undefined>();
  scope.addHook('preValidation', async (request, reply): Promise<FastifyReply | undefined> => {
    if (!request.isMultipart()) return undefined;
    const owner = identifyOwner(request);
    if (uploading.has(owner)) return sendRefusal(reply, refuseTooMany(RETRY_AFTER_SECONDS));
    if (reading >= MAX_CONCURRENT_FORMS) return sendRefusal(reply, refuse('too_busy'));
    reading++;
    uploading.add(owner);
    try {
      request.body = await readForm(request);
      return undefined;
    } catch (error) {
      request.log.debug({ err: error }, 'not a form with a file');
      return sendRefusal(reply, refuse(isTooLarge(error) ? tooLarge : invalid));
    } finally {
      reading--;
      uploading.delete(owner);
    }
  });
};
