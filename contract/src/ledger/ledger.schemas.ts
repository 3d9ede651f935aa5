import { z } from 'zod';
import { day } from '../text.schemas.ts';

export const dayQuery = z.object({ date: day });
