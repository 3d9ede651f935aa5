/** Why a shopper reports a product. */
export const REPORT_REASONS = ['counterfeit', 'prohibited', 'wrong', 'pictures', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What each reason is called, for shoppers and operators. */
export const REPORT_REASON_NAMES: Record<ReportReason, string> = {
  counterfeit: 'It is a fake',
  prohibited: 'It is prohibited or unsafe',
  wrong: 'The description or the price is wrong',
  pictures: 'The pictures are wrong or offensive',
  other: 'Something else',
};

export const REPORT_TEXT_MAX = 1000;
