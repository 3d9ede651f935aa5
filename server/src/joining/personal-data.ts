import type { PersonalDataReaders } from '../account/index.ts';
import { selectCategoryNames } from '../catalog/index.ts';
import { selectApplicationsOf } from './joining.sql.ts';

export const joiningReaders = {
  store_applications: async (db, { id }) => {
    const rows = await selectApplicationsOf(db, id);
    const names = new Map(
      (await selectCategoryNames(db, [...new Set(rows.flatMap(({ categories }) => categories))])).map((kind) => [
        kind.id,
        kind.name,
      ]),
    );
    return rows.map((row) => ({
      store_name: row.name,
      state: row.state,
      country: row.country,
      place: row.place,
      phone: row.phone,
      email: row.email,
      kinds_of_goods: row.categories.flatMap((kind) => names.get(kind) ?? []),
      description: row.description,
      expected_products: row.expected_products,
      registration_number: row.registration_number,
      terms:
        row.terms_version !== null && row.terms_accepted_at !== null
          ? { version: row.terms_version, accepted_at: row.terms_accepted_at.toISOString() }
          : null,
      begun_at: row.created_at.toISOString(),
      submitted_at: row.submitted_at?.toISOString() ?? null,
      decline_reason: row.decline_reason,
    }));
  },
} satisfies Partial<PersonalDataReaders>;
