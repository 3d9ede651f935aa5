import multipart from '@fastify/multipart';
import { PICTURE_MEGABYTES } from '@sokuwa/contract/account/account.rules.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, sendRefusal } from './refusal.ts';

const MOST_BYTES = PICTURE_MEGABYTES * 1024 * 1024;
/** A form that carries a picture has little else to say. */
const LIMITS = { files: 1, fileSize: MOST_BYTES, fields: 10, fieldSize: 1000, fieldNameSize: 100, headerPairs: 20 };

/** Forms that are read at once: each is held in memory. */
const MOST_FORMS = 8;

/** The one file of a form, under the name of its field. */
const readForm = async (request: FastifyRequest): Promise<Record<string, File>> => {
  const form: Record<string, File> = {};
  for await (const part of request.parts())
    if (part.type === 'file') form[part.fieldname] = new File([new Uint8Array(await part.toBuffer())], '');
  if (Object.keys(form).length === 0) throw new Error('There is no file in the form.');
  return form;
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';

/**
 * Lets the routes of this scope take multipart/form-data with one picture: the body that is checked and handled is then
 * the form's file by its field's name. Refuses what is too large while it comes in, what is no such form, and more forms at
 * once than memory is for.
 */
export const takePictures = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(multipart, { limits: LIMITS });
  let reading = 0;
  scope.addHook('preValidation', async (request, reply): Promise<FastifyReply | undefined> => {
    if (!request.isMultipart()) return undefined;
    if (reading >= MOST_FORMS) return sendRefusal(reply, refuse('too_busy'));
    reading++;
    try {
      request.body = await readForm(request);
      return undefined;
    } catch (error) {
      request.log.debug({ err: error }, 'not a form with a picture');
      return sendRefusal(reply, refuse(isTooLarge(error) ? 'picture_too_large' : 'picture_invalid'));
    } finally {
      reading--;
    }
  });
};
